import { logAccountEvent } from '#server/db/log-event.ts'
import { FAILURE_LIMITS } from '#server/domains/account/login-limits.ts'
import { updateDeactivated } from '#server/domains/users/users.queries.ts'
import { ACCOUNT_ARGS, describeAccount, findAccount, getAccount } from './accounts.ts'
import type { Command } from './command.ts'
import { withInstallation } from './installation.ts'
import { asOperator, deleteFailures } from './operator.queries.ts'

const NAMES = FAILURE_LIMITS.map(({ name }) => name)

/** Ends the wait after wrong passwords, and brings back an account that was deleted. */
export const unlockUser: Command = {
  name: 'user unlock',
  args: ACCOUNT_ARGS,
  summary: 'beendet die Wartezeit nach falschen Passwörtern und holt ein gelöschtes Konto zurück',
  isAsking: true,
  async run({ args: [email = ''], settings, confirm, say }) {
    return withInstallation(settings(), async (installation) => {
      const account = await findAccount(installation, email)
      const isDeleted = account.deactivated_at !== null
      await confirm(
        `${describeAccount(account)} kann sich sofort wieder anmelden${isDeleted ? '; das gelöschte Konto ist wieder da' : ''}. Falsche Passwörter und Codes zählen für alle Konten wieder von vorn.`,
      )
      await asOperator(installation.pool, async (tx) => {
        const { id, deactivated_at } = await getAccount(tx, email)
        if (deactivated_at !== null) await updateDeactivated(tx, id, false)
        await deleteFailures(tx, NAMES)
        await logAccountEvent(tx, { action: deactivated_at === null ? 'user_unlocked' : 'user_restored', userId: id })
      })
      say(`${account.name} kann sich wieder anmelden.`)
      return undefined
    })
  },
}
