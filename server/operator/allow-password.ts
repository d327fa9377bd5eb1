import { transition } from '#contract/userlog/userlog.fields.ts'
import type { LoginWays } from '#contract/users/login-ways.ts'
import type { Queries } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import { bindSchool } from '#server/db/school-transaction.ts'
import { deleteDemand, findLoginWays } from '#server/domains/identityproviders/logindemands.shared.queries.ts'
import { type Command, WrongCall } from './command.ts'
import { withInstallation } from './installation.ts'
import { asOperator, listAllSchools } from './operator.queries.ts'

async function getSchool(tx: Queries, short: string) {
  const schools = await listAllSchools(tx)
  const school = schools.find((one) => one.short === short)
  if (school) return { ...school, ...(await findLoginWays(tx, school.id)) }
  const known = schools.map((one) => one.short).join(', ')
  throw new WrongCall(`Diese Schule gibt es nicht: ${short}. Es gibt: ${known}`)
}

/** Lifts the demand of a school, and logs it there. */
async function liftDemand(tx: Queries, { id, ways }: { id: number } & Pick<LoginWays, 'ways'>) {
  await deleteDemand(tx, id)
  const inside = await bindSchool(tx, id)
  const fields = [transition('login_ways', ways, 'all')]
  await logEvent(inside, { action: 'settings_changed', entityType: 'school_setting', entityId: null, fields })
}

/** For the night when the provider that a school demands is gone, and its emergency account, too. */
export const allowPassword: Command = {
  name: 'school allow-password',
  args: ['KÜRZEL'],
  summary: 'erlaubt an einer Schule wieder jeden Weg der Anmeldung, auch das Passwort',
  details:
    'Für den Fall, dass der verlangte Anmeldedienst ausfällt und auch das Notfallkonto nicht hilft. Die Schule kann ihre Vorgabe danach unter „Benutzer“, „Anmeldung“ wieder einschalten.',
  isAsking: true,
  async run({ args: [short = ''], settings, confirm, say }) {
    return withInstallation(settings(), async ({ pool }) => {
      const school = await asOperator(pool, (tx) => getSchool(tx, short))
      if (school.ways === 'all') {
        say(`${school.name} erlaubt schon jeden Weg der Anmeldung. Es wurde nichts geändert.`)
        return undefined
      }
      await confirm(`An der Schule ${school.name} genügt zur Anmeldung wieder das Passwort.`)
      await asOperator(pool, async (tx) => liftDemand(tx, await getSchool(tx, short)))
      say(`An der Schule ${school.name} kann man sich wieder auf jedem Weg anmelden.`)
      return undefined
    })
  },
}
