import { Email } from '#contract/formats.ts'
import { UserName } from '#contract/users/user-name.ts'
import type { Queries } from '#server/db/database.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import { insertUser } from '#server/domains/account/account.shared.queries.ts'
import { linkText, makePasswordLink } from './accounts.ts'
import { type Call, type Command, OperatorError, WrongCall } from './command.ts'
import { programName } from './help.ts'
import { withInstallation } from './installation.ts'
import { asOperator, listAllSchools, lockAccountByMail } from './operator.queries.ts'

const readForm = ({ option }: Call) => {
  const name = UserName.safeParse(option('name') ?? '')
  const email = Email.safeParse((option('email') ?? '').toLowerCase())
  if (!name.success) throw new WrongCall(`--name: ${name.error.issues[0]?.message}`)
  if (!email.success) throw new WrongCall(`--email: ${email.error.issues[0]?.message}`)
  return { name: name.data, email: email.data }
}

/** The schools the new admin is attached to: those that were named, or the only one. */
async function chooseSchools(tx: Queries, wanted: readonly string[]) {
  const schools = await listAllSchools(tx)
  const known = schools.map(({ short }) => short).join(', ')
  if (schools.length === 0)
    throw new OperatorError(
      'Hier gibt es noch keine Schule. Der Link, den der Server beim Start zeigt, richtet die erste Schule und ihren Admin ein.',
    )
  const unknown = wanted.filter((short) => !schools.some((school) => school.short === short))
  if (unknown.length > 0) throw new WrongCall(`Diese Schule gibt es nicht: ${unknown.join(', ')}. Es gibt: ${known}`)
  if (wanted.length === 0 && schools.length > 1)
    throw new WrongCall(`Bitte nennen Sie mit --school eine Schule: ${known}`)
  return wanted.length === 0 ? schools : schools.filter(({ short }) => wanted.includes(short))
}

async function refuseTaken(tx: Queries, email: string) {
  if (await lockAccountByMail(tx, email))
    throw new OperatorError(
      `Ein Konto mit der Adresse ${email} gibt es schon. Ein neues Passwort bekommt es so: ${programName()} user reset-password ${email}`,
    )
}

/** Another admin, when nobody who is left may make one. */
export const createAdmin: Command = {
  name: 'user create-admin',
  options: {
    name: { value: 'NAME', help: 'der Name der Person, zum Beispiel "Frau Berg"' },
    email: { value: 'E-MAIL', help: 'die Adresse, mit der sie sich anmeldet' },
    school: { value: 'KÜRZEL', isList: true, help: 'ihre Schule; mehrfach möglich, bei nur einer Schule nicht nötig' },
  },
  summary: 'legt ein Konto mit der Rolle Admin an und zeigt den Link, mit dem es sein Passwort setzt',
  isAsking: true,
  async run(call) {
    const form = readForm(call)
    const env = call.settings()
    return withInstallation(env, async ({ pool }) => {
      const schools = await asOperator(pool, async (tx) => {
        await refuseTaken(tx, form.email)
        return chooseSchools(tx, call.list('school'))
      })
      await call.confirm(
        `${form.name} (${form.email}) bekommt ein Konto mit der Rolle Admin an ${schools.map(({ name }) => name).join(' und ')}. Ein Admin sieht und ändert dort alles.`,
      )
      const url = await asOperator(pool, async (tx) => {
        await refuseTaken(tx, form.email)
        const ids = schools.map(({ id }) => id)
        const id = await insertUser(tx, { ...form, role: 'admin', invited_at: call.now().toISOString() }, ids)
        await logAccountEvent(tx, { action: 'user_created', userId: id })
        return makePasswordLink(tx, env, { id, email: form.email, kind: 'invitation' })
      })
      call.say(linkText(url))
      return undefined
    })
  },
}
