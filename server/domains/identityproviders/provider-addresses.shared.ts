import { PROVIDER_RETURN } from '#contract/public-pages.ts'

/** Where a provider sends people back to: an own address each, so that one provider cannot answer for another. */
export const redirectUriOf = (appUrl: string, providerId: number) => `${appUrl}/app${PROVIDER_RETURN}${providerId}`

/** Whom a provider tells that somebody has signed out there. */
export const logoutUriOf = (appUrl: string, providerId: number) => `${appUrl}/login/provider/${providerId}/logout`
