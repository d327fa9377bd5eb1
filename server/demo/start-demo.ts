import { berlinToday, formatDate } from '#contract/dates.ts'
import { ROLE_LABELS } from '#contract/permissions.ts'
import { startCatcher } from '#server/mail/catcher.ts'
import { serve, stopOnSignals } from '#server/serve.ts'
import { StartError } from '#server/start-error.ts'
import { anchoredClock } from './anchored-clock.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts'
import { readDemoOptions } from './demo-options.ts'
import { prepareDemo } from './prepare-demo.ts'

const accountList = () =>
  DEMO_ACCOUNTS.map(
    ({ email, role, schools }) =>
      `  ${email.padEnd(32)}${role ? ROLE_LABELS[role] : 'ohne Rolle'} (${schools.join(', ')})`,
  )

/**
 * With a fixed anchor the app lives on that day; without one it lives on the real day, like the data of a fresh demo.
 */
async function startDemo() {
  const { env, anchor } = readDemoOptions(process.argv.slice(2), process.env)
  const now = anchor === undefined ? () => new Date() : anchoredClock(anchor)
  const today = berlinToday(now())
  const catcher = await startCatcher(now)
  const { platform, stop, stopSeconds } = await serve({
    env,
    catcher,
    now,
    prepare: async ({ platform: { pool, keys }, owner }) => {
      const shiftMs = anchor === undefined ? 0 : now().getTime() - Date.now()
      const acceptsOther = anchor === undefined
      const { mark, isNew } = await prepareDemo({
        pool,
        keys,
        owner,
        anchor: anchor ?? today,
        keepsOther: acceptsOther,
        shiftMs,
      })
      console.log(`\nDemoschule ${isNew ? 'angelegt' : 'gefunden'}, Stand ${formatDate(mark.anchor)}.`)
      if (mark.anchor !== today)
        console.log(
          `Für eine Demo von heute bitte mit --data einen anderen Ordner wählen oder diesen löschen:\n  ${env.DATA_DIR}`,
        )
    },
  })
  stopOnSignals(async () => {
    await stop()
    await catcher.stop()
  }, stopSeconds)
  console.log(
    [
      '',
      `Schulhof-Demo läuft: ${platform.appUrl}/app/   (Daten: ${env.DATA_DIR})`,
      `Abgefangene E-Mails: ${platform.appUrl}/demo/mails`,
      '',
      `Konten, alle mit dem Passwort ${DEMO_PASSWORD}:`,
      ...accountList(),
      '',
      'Ein Kollegium zum Importieren: docs/beispiele/kollegium.csv',
      '',
    ].join('\n'),
  )
}

try {
  await startDemo()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
