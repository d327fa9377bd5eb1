import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { UNDO_WITHDRAWAL_DAYS } from '#contract/registrations/registrations.status.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { childName } from '#web/domains/registrations/child-name.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { promptDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'

type Withdrawable = Pick<RegistrationRow, 'id' | 'number' | 'meta' | 'version' | 'wait_rank'>

/** Answers whether it was done. */
const act = async (id: number, work: () => Promise<unknown>) => {
  const isDone = await actOnce(
    `registration ${id}`,
    async () => {
      await work()
      await refreshRegistrations()
      return true
    },
    async (failure) => {
      await explainFailure(failure)
      await refreshRegistrations()
    },
  )
  return isDone === true
}

/** Takes a withdrawal back (domain §3.1). */
export const undoWithdrawal = async (registration: Omit<Withdrawable, 'version' | 'wait_rank'>) => {
  const { id } = registration
  const isDone = await act(id, () => call(withdrawalEndpoints.undo, { params: { id } }))
  if (isDone) notify(`Die Bewerbung von ${childName(registration)} gilt wieder.`, { about: `registration ${id}` })
}

const withdraw = async (registration: Withdrawable, reason: string | null) => {
  const { id, version } = registration
  const isDone = await act(id, () => call(withdrawalEndpoints.withdraw, { params: { id }, body: { reason, version } }))
  if (!isDone) return
  notify(`Bewerbung ${registration.number} (${childName(registration)}) zurückgezogen.`, {
    about: `registration ${id}`,
    undo: () => undoWithdrawal(registration),
  })
}

/** Asks for a reason, which may stay empty, and withdraws. */
export const withdrawRegistration = async (registration: Withdrawable) => {
  const reason = await promptDialog({
    title: 'Bewerbung zurückziehen',
    message: `Die Bewerbung von ${childName(registration)} zählt dann nicht mehr mit${registration.wait_rank === null ? '' : ' und verlässt die Warteliste'}. Das lässt sich ${UNDO_WITHDRAWAL_DAYS} Tage lang zurücknehmen.`,
    label: 'Grund (optional)',
    accept: 'Zurückziehen',
    type: 'negative',
  })
  if (reason !== undefined) await withdraw(registration, reason.trim() || null)
}

/** What one of two with joint custody asked for takes effect (domain §2.3). */
export const confirmWithdrawal = (registration: Withdrawable) => withdraw(registration, null)

/** The application goes on. */
export const declineWithdrawal = async (registration: Withdrawable) => {
  const { id } = registration
  const isDone = await act(id, () => call(withdrawalEndpoints.decline, { params: { id } }))
  if (isDone) notify(`Die Bewerbung von ${childName(registration)} läuft weiter.`, { about: `registration ${id}` })
}
