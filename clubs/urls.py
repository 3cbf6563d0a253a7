"""Addresses of accounts, clubs, their people and their till."""

from django.urls import URLPattern, URLResolver, include, path

from clubs.views import account, changes, claims, founding, invitations, me, people, people_files, roles
from clubs.views.till import accounts as till_accounts
from clubs.views.till import booking as till_booking
from clubs.views.till import cash as till_cash
from clubs.views.till import overview as till_overview
from clubs.views.till import reports as till_reports
from clubs.views.till import sharing as till_sharing
from clubs.views.till import tariffs as till_tariffs
from clubs.views.till import transfers as till_transfers

urlpatterns: list[URLPattern | URLResolver] = [
    path("account/", account.account, name="account"),
    path("account/sessions/<int:pk>/end/", account.end_session, name="account-end-session"),
    path("account/sessions/end/", account.end_other_sessions, name="account-end-sessions"),
    path("account/tokens/", account.tokens, name="account-tokens"),
    path("account/tokens/revoke/", account.revoke_token, name="account-revoke-token"),
    path("account/delete/", account.delete, name="account-delete"),
    path("api/v1/clubs/", include("clubs.api.urls")),
    path("clubs/new/", founding.new_club, name="new-club"),
    path("invite/<str:secret>/", invitations.accept, name="accept-invitation"),
    path("club/<slug:slug>/next/", founding.what_next, name="what-next"),
    path("club/<slug:slug>/who/", invitations.who_am_i, name="who-am-i"),
    path("club/<slug:slug>/leave/", roles.leave_club, name="leave-club"),
    path("club/<slug:slug>/settings/", founding.club_settings, name="club-settings"),
    path("club/<slug:slug>/delete/", founding.delete_club, name="delete-club"),
    path("club/<slug:slug>/roles/", roles.roles, name="roles"),
    path("club/<slug:slug>/roles/<int:pk>/", roles.change_role, name="change-role"),
    path("club/<slug:slug>/roles/<int:pk>/remove/", roles.remove_member, name="remove-member"),
    path("club/<slug:slug>/invitations/", invitations.invitations, name="invitations"),
    path("club/<slug:slug>/invitations/<int:pk>/", invitations.invitation, name="invitation"),
    path("club/<slug:slug>/invitations/<int:pk>/revoke/", invitations.revoke, name="revoke-invitation"),
    path("club/<slug:slug>/changes/", changes.changes, name="changes"),
    path("club/<slug:slug>/people/", people.people, name="people"),
    path("club/<slug:slug>/people/add/", people.add, name="person-add"),
    path("club/<slug:slug>/people/import/", people_files.import_people, name="people-import"),
    path("club/<slug:slug>/people/export/<slug:form>/", people_files.export_people, name="people-export"),
    path("club/<slug:slug>/people/<int:pk>/edit/", people.person, name="person"),
    path("club/<slug:slug>/people/<int:pk>/leave/", people.leave, name="person-leave"),
    path("club/<slug:slug>/people/<int:pk>/cut/", claims.cut, name="person-cut"),
    path("club/<slug:slug>/people/<int:pk>/offer/", claims.offer, name="claim-offer"),
    path("club/<slug:slug>/people/claims/", claims.claims, name="claims"),
    path("club/<slug:slug>/claims/<int:pk>/withdraw/", claims.withdraw, name="claim-withdraw"),
    path("club/<slug:slug>/me/", me.myself, name="myself"),
    path("club/<slug:slug>/me/mails/", me.mails, name="my-mails"),
    path("club/<slug:slug>/me/claim/", claims.claim, name="claim"),
    path("club/<slug:slug>/me/account/", till_accounts.my_account, name="my-account"),
    path("club/<slug:slug>/transfers/<int:pk>/", till_transfers.transfer_qr, name="transfer-qr"),
    path("club/<slug:slug>/till/", till_overview.overview, name="till"),
    path("club/<slug:slug>/till/bookings/", till_overview.bookings, name="till-bookings"),
    path("club/<slug:slug>/till/bookings/<int:pk>/reverse/", till_overview.reverse_booking, name="till-reverse"),
    path("club/<slug:slug>/till/book/", till_booking.book, name="till-book"),
    path("club/<slug:slug>/till/people/<int:pk>/", till_accounts.person, name="till-person"),
    path("club/<slug:slug>/till/people/<int:pk>/settle/", till_overview.settle, name="till-settle"),
    path("club/<slug:slug>/till/tariffs/", till_tariffs.tariffs, name="till-tariffs"),
    path("club/<slug:slug>/till/tariffs/<int:pk>/", till_tariffs.tariff, name="till-tariff"),
    path("club/<slug:slug>/till/tariffs/<int:pk>/archive/", till_tariffs.archive_tariff, name="till-tariff-archive"),
    path("club/<slug:slug>/till/count/", till_cash.count, name="till-count"),
    path("club/<slug:slug>/till/share-out/", till_sharing.share_out, name="till-share-out"),
    path("club/<slug:slug>/till/report/", till_reports.report_page, name="till-report"),
    path("club/<slug:slug>/till/report/<str:what>", till_reports.report_file, name="till-report-file"),
]
