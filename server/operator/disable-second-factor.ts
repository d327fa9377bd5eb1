import { logAccountEvent } from '#server/db/log-event.ts'
import { deleteSecondFactors, deleteSessions } from '#server/domains/account/account.shared.queries.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import { ACCOUNT_ARGS, describeAccount, findAccount, getAccount } from './accounts.ts'
import type { Command } from './command.ts'
import { withInstallation } from './installation.ts'
import { asOperator } from './operator.queries.ts'

/** For the only admin, who lost phone and recovery codes; everybody else asks an admin or a head. */
export const disableSecondFactor: Command = {
  name: 'user disable-second-factor',
  args: ACCOUNT_ARGS,
  summary:
    'schaltet die Zwei-Faktor-Anmeldung eines Kontos aus, entfernt seine Passkeys und löst Verbindungen mit Anmeldediensten',
  details:
    'Für die Anmeldung genügt danach das Passwort. Verlangt die Schule den zweiten Faktor, so richtet die Person ihn gleich nach der Anmeldung neu ein.',
  isAsking: true,
  async run({ args: [email = ''], settings, confirm, say }) {
    return withInstallation(settings(), async ({ keys, ...installation }) => {
      const account = await findAccount({ keys, ...installation }, email)
      if (!account.has_two_factor) {
        say(`${account.name} hat keine Zwei-Faktor-Anmeldung. Es wurde nichts geändert.`)
        return undefined
      }
      await confirm(
        `Die Zwei-Faktor-Anmeldung von ${describeAccount(account)} wird ausgeschaltet, Passkeys und Verbindungen mit Anmeldediensten werden entfernt. Alle Geräte dieses Kontos werden abgemeldet, und es bekommt eine E-Mail darüber.`,
      )
      await asOperator(installation.pool, async (tx) => {
        const { id, email: recipient } = await getAccount(tx, email)
        await deleteSessions(tx, id)
        await deleteSecondFactors(tx, id)
        await logAccountEvent(tx, { action: 'two_factor_reset', userId: id })
        await queueAccountMail(tx, keys, { userId: id, template: 'two_factor_changed', recipient, event: 'reset' })
      })
      say(`${account.name} meldet sich jetzt nur mit dem Passwort an.`)
      return undefined
    })
  },
}
