"""The pages of allauth that this site has; what it would show on pages of its own stands on the account page."""

from allauth.account import views
from allauth.mfa.webauthn import views as webauthn
from django.urls import path
from django.views.generic import RedirectView

from clubs.views import account

to_account = RedirectView.as_view(pattern_name="account")
to_login = RedirectView.as_view(pattern_name="account_login", query_string=True)

urlpatterns = [
    path("login/", views.login, name="account_login"),
    path("login/code/", to_login, name="account_request_login_code"),  # the login page sends codes itself
    path("login/code/confirm/", views.confirm_login_code, name="account_confirm_login_code"),
    path("login/passkey/", webauthn.login_webauthn, name="mfa_login_webauthn"),
    path("logout/", views.logout, name="account_logout"),
    path("signup/", views.signup, name="account_signup"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("confirm/", views.reauthenticate, name="account_reauthenticate"),
    path("confirm/code/", views.request_reauthentication_code, name="account_request_reauthentication_code"),
    path("confirm/code/enter/", views.confirm_reauthentication_code, name="account_confirm_reauthentication_code"),
    path("confirm/passkey/", webauthn.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("email/", account.email, name="account_email"),
    path("email/confirm/", account.email_code, name="account_email_verification_sent"),
    path("password/change/", views.password_change, name="account_change_password"),
    path("password/set/", views.password_set, name="account_set_password"),
    path("password/reset/", views.password_reset, name="account_reset_password"),
    path("password/reset/code/", views.confirm_password_reset_code, name="account_confirm_password_reset_code"),
    path("password/reset/new/", views.complete_password_reset, name="account_complete_password_reset"),
    path("password/reset/done/", to_account, name="account_password_reset_completed"),
    path("passkeys/", to_account, name="mfa_list_webauthn"),
    path("passkeys/done/", to_account, name="mfa_index"),
    path("passkeys/add/", account.add_passkey, name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/remove/", webauthn.remove_webauthn, name="mfa_remove_webauthn"),
]
