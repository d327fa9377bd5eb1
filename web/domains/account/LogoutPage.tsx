import { redirect } from '@tanstack/react-router'
import { accountEndpoints } from '#contract/account/account.ts'
import { forgetUser } from '#web/api/base-data.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { forgetRecentPupils } from '#web/shell/recent-pupils.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { leaveFor } from './providers/provider-visit.ts'

/** Spec §2: logs out on load, then goes home. Without connection the session would live on, so that is shown as an error. */
export const logOut = async () => {
  try {
    const { provider_url: providerUrl } = await call(accountEndpoints.logout)
    // On a shared computer the next person must not find the provider signed in.
    if (providerUrl) await leaveFor(providerUrl)
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 401) throw failure
  }
  forgetUser()
  forgetRecentPupils()
  notify('Sie sind abgemeldet.', { type: 'info' })
  throw redirect({ to: paths.home, replace: true })
}

export const LogoutPage = () => <LoadingText />
