"""Addresses of the API of clubs, below /api/v1/clubs/."""

from django.urls import URLPattern, path

from clubs.api import club, people, till, till_prices

urlpatterns: list[URLPattern] = [
    path("", club.clubs, name="api-clubs"),
    path("accept/", club.accept, name="api-accept-invitation"),
    path("<slug:slug>/", club.club, name="api-club"),
    path("<slug:slug>/leave/", club.leave, name="api-leave-club"),
    path("<slug:slug>/who/", club.who_am_i, name="api-who-am-i"),
    path("<slug:slug>/roles/", club.roles, name="api-roles"),
    path("<slug:slug>/roles/<int:pk>/", club.role, name="api-role"),
    path("<slug:slug>/invitations/", club.invitations, name="api-invitations"),
    path("<slug:slug>/invitations/<int:pk>/", club.invitation, name="api-invitation"),
    path("<slug:slug>/changes/", club.changes, name="api-changes"),
    path("<slug:slug>/till/bookings/", till.bookings, name="api-till-bookings"),
    path("<slug:slug>/till/bookings/<int:pk>/reverse/", till.reverse, name="api-till-reverse"),
    path("<slug:slug>/till/balances/", till.balances, name="api-till-balances"),
    path("<slug:slug>/till/balances/<int:pk>/", till.account, name="api-till-account"),
    path("<slug:slug>/till/balances/<int:pk>/settle/", till.settle, name="api-till-settle"),
    path("<slug:slug>/till/mine/", till.mine, name="api-till-mine"),
    path("<slug:slug>/till/report/", till.report_of, name="api-till-report"),
    path("<slug:slug>/till/tariffs/", till_prices.prices, name="api-till-tariffs"),
    path("<slug:slug>/till/tariffs/<int:pk>/", till_prices.price, name="api-till-tariff"),
    path("<slug:slug>/till/cash/", till_prices.cash, name="api-till-cash"),
    path("<slug:slug>/till/attended/", till_prices.attended, name="api-till-attended"),
    path("<slug:slug>/till/share-out/plan/", till_prices.plan, name="api-till-share-out-plan"),
    path("<slug:slug>/till/share-out/", till_prices.share, name="api-till-share-out"),
    path("<slug:slug>/people/", people.people, name="api-people"),
    path("<slug:slug>/people/import/", people.bring, name="api-people-import"),
    path("<slug:slug>/people/export/<slug:form>/", people.export, name="api-people-export"),
    path("<slug:slug>/people/<int:pk>/", people.person, name="api-person"),
    path("<slug:slug>/people/<int:pk>/leave/", people.leave, name="api-person-leave"),
    path("<slug:slug>/people/<int:pk>/part/", people.part, name="api-person-part"),
    path("<slug:slug>/people/<int:pk>/cut/", people.cut, name="api-person-cut"),
    path("<slug:slug>/people/<int:pk>/offer/", people.offer, name="api-claim-offer"),
    path("<slug:slug>/claims/", people.claims, name="api-claims"),
    path("<slug:slug>/claims/<int:pk>/withdraw/", people.withdraw, name="api-claim-withdraw"),
    path("<slug:slug>/me/", people.myself, name="api-myself"),
]
