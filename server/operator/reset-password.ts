import { logAccountEvent } from '#server/db/log-event.ts'
import {
  ACCOUNT_ARGS,
  describeAccount,
  findAccount,
  getAccount,
  linkText,
  makePasswordLink,
  type OperatedAccount,
} from './accounts.ts'
import { type Command, OperatorError } from './command.ts'
import { programName } from './help.ts'
import { withInstallation } from './installation.ts'
import { asOperator } from './operator.queries.ts'

const refuseDeactivated = ({ email, deactivated_at }: OperatedAccount) => {
  if (deactivated_at !== null)
    throw new OperatorError(
      `Dieses Konto ist gelöscht. Bitte geben Sie es zuerst wieder frei: ${programName()} user unlock ${email}`,
    )
}

/** The way back for somebody who forgot the password when no mail arrives. */
export const resetPassword: Command = {
  name: 'user reset-password',
  args: ACCOUNT_ARGS,
  summary: 'erzeugt einen Link, mit dem sich das Passwort eines Kontos neu setzen lässt',
  details:
    'Es braucht keinen Mailserver. Wer den Link hat, kann das Passwort setzen: Bitte geben Sie ihn nur der Person selbst.',
  isAsking: true,
  async run({ args: [email = ''], settings, confirm, say }) {
    const env = settings()
    return withInstallation(env, async (installation) => {
      const account = await findAccount(installation, email)
      refuseDeactivated(account)
      await confirm(
        `Für ${describeAccount(account)} entsteht ein Link für ein neues Passwort. Frühere Links gelten dann nicht mehr; das bisherige Passwort gilt, bis ein neues gesetzt ist.`,
      )
      const url = await asOperator(installation.pool, async (tx) => {
        const current = await getAccount(tx, email)
        refuseDeactivated(current)
        await logAccountEvent(tx, { action: 'password_link_made', userId: current.id })
        return makePasswordLink(tx, env, { ...current, kind: current.has_password ? 'reset' : 'invitation' })
      })
      say(linkText(url))
      if (account.has_two_factor)
        say(
          `Zur Anmeldung gehört danach auch der zweite Faktor. Fehlt er: ${programName()} user disable-second-factor ${account.email}`,
        )
      return undefined
    })
  },
}
