"""Addresses of the whole site. The pages belong to the apps, here is only what belongs to none of them."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

# Swagger UI styles itself in the page; its scripts come from our own static files (the sidecar package), so
# the exception is for styles and drawn icons on this one page only.
api_docs = csp_update({"style-src": [SELF, UNSAFE_INLINE], "img-src": [SELF, "data:"]})(
    SpectacularSwaggerSplitView.as_view(url_name="api-schema"),
)

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/docs/", api_docs, name="api-docs"),
    path("account/", include("allauth.urls")),
    path("", include("clubs.urls")),
    path("", include("scoring.urls")),
]
