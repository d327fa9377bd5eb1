import { PROVIDER_RETURN, VISITOR_PATHS } from '#contract/public-pages.ts'

/** Where a provider sends people back to: an own address each, so that one provider cannot answer for another. */
export const redirectUriOf = (appUrl: string, providerId: number) => `${appUrl}/app${PROVIDER_RETURN}${providerId}`

/** The address that a provider calls when somebody has signed out there. */
export const logoutUriOf = (appUrl: string, providerId: number) => `${appUrl}/login/provider/${providerId}/logout`

/** Where a provider sends people who have signed out. */
export const afterLogoutUriOf = (appUrl: string) => `${appUrl}/app${VISITOR_PATHS.login}`
