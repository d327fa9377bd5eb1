import { redirect } from '@tanstack/react-router'
import { accountEndpoints, type LackedWay } from '#contract/account/account.ts'
import { forgetUser, loadBaseData } from '#web/api/base-data.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { forgetRecentPupils } from '#web/shell/recent-pupils.ts'
import { handedOn } from '#web/shell/visit.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { leaveFor } from './providers/provider-visit.ts'

/** Somebody whom the school's demand holds back signs out to come in by the way that they have (ADR 0077). */
const nextLoginText = (lacked: LackedWay | null) => {
  if (!lacked?.has_way) return undefined
  return lacked.provider
    ? `Melden Sie sich jetzt mit ${lacked.provider} an.`
    : 'Melden Sie sich jetzt mit Ihrem Passkey oder Ihrem Anmeldedienst an.'
}

/** Spec §2: logs out on load, then goes home. Without connection the session would live on, so that is shown as an error. */
export const logOut = async () => {
  const baseData = await loadBaseData()
  const next = baseData && nextLoginText(baseData.session.lacked_way)
  try {
    const { provider_url: providerUrl } = await call(accountEndpoints.logout)
    // On a shared computer the next person must not find the provider signed in.
    if (providerUrl) await leaveFor(providerUrl)
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 401) throw failure
  }
  forgetUser()
  forgetRecentPupils()
  if (next) {
    handedOn.state = { notice: `Sie sind abgemeldet. ${next}` }
    throw redirect({ to: paths.login, replace: true })
  }
  notify('Sie sind abgemeldet.', { type: 'info' })
  throw redirect({ to: paths.home, replace: true })
}

export const LogoutPage = () => <LoadingText />
