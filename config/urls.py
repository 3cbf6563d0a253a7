"""Addresses of the whole site. The pages belong to the apps, here is only what belongs to none of them."""

from allauth.account.decorators import secure_admin_login
from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from seasons.views import health

# Swagger UI styles itself in the page; its scripts come from our own static files (the sidecar package), so
# the exception is for styles and drawn icons on this one page only.
api_docs = csp_update({"style-src": [SELF, UNSAFE_INLINE], "img-src": [SELF, "data:"]})(
    SpectacularSwaggerSplitView.as_view(url_name="api-schema"),
)

# The back office has no login of its own: codes, passkeys and limits are those of everybody.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth documents it

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/docs/", api_docs, name="api-docs"),
    path("account/", include("config.account_urls")),
    path("admin/health/", admin.site.admin_view(health.page), name="health-page"),
    path("admin/", admin.site.urls),
    path("", include("scoring.urls")),  # first: every hand is looked up here
    path("", include("clubs.urls")),
    path("", include("tournaments.urls")),
    path("", include("seasons.urls")),
]
