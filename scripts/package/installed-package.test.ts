import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { type PupilFormOptions, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { manualCommands, manualText, withoutRemark } from '#scripts/manual/read-manual.ts'
import { isDrill, reportFigure } from '#server/test/effort.ts'
import { newSchool } from '#server/test/factories.ts'
import { openFetchBrowser } from '#server/test/fetch-browser.ts'
import { hasProgram } from '#server/test/nginx-process.ts'
import { type BootedDebian, bootDebian, installDebian } from './booted-debian.ts'
import { ADMIN, pupilsOf } from './installed-school.ts'
import {
  breakAndMend,
  makeCertificate,
  restoreOnNewMachine,
  SETTINGS,
  throughTls,
  typeProxy,
} from './installed-trials.ts'
import { laterCheckout, olderCheckout } from './other-checkouts.ts'
import { writePackage } from './write-package.ts'

const ROOT = join(import.meta.dirname, '../..')
const NEEDED = ['debootstrap', 'systemd-nspawn', 'dpkg-deb', 'nsenter', 'unshare', 'setpriv']
const missing = [
  ...(process.getuid?.() === 0 ? [] : ['the right to be root']),
  ...NEEDED.filter((name) => !hasProgram(name)),
]
const isPossible = isDrill && missing.length === 0
if (isDrill && !isPossible)
  process.stdout.write(`installed-package: NOT tried, this machine lacks ${missing.join(', ')}.\n`)

const BACKUP = '/var/backups/schulhof/before-upgrade.backup'
const READY = 'curl --fail --retry 60 --retry-delay 2 --retry-connrefused http://127.0.0.1:3000/readyz'
const SECONDS = Math.floor(Date.UTC(2026, 0, 1) / 1000)
const OLDER = '0.9.0'
const NEWER = '1.0.0'
const NEWEST = '1.1.0'

// Not in /dev/shm, where temporary files of tests lie: systemd-nspawn puts a /dev of its own over it.
const folder = isPossible ? mkdtempSync('/var/tmp/schulhof-installed-') : ''
const debian = join(folder, 'debian')
let machine: BootedDebian
let older: string
let newer: string
let newest: string
/** What the manual says and was done; at the end nothing of it is left. */
const left = new Set([
  ...manualCommands('## As a Debian package'),
  ...manualCommands('## Going back').filter((line) => line.startsWith('sudo ')),
])

const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1)
const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** A command of the manual, with the files of this drill; the manual must have it word for word. */
const asInManual = (command: string, { file, answer = '' }: { file?: string; answer?: string } = {}) => {
  expect(manualText().split('\n').map(withoutRemark)).toContain(command)
  left.delete(command)
  return machine.call(file ? command.replace(/\.\/schulhof_\S+\.deb/, `/root/${basename(file)}`) : command, answer)
}

const comeUp = async () => {
  await expect
    .poll(
      () =>
        fetch(`${machine.url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 180_000 },
    )
    .toBe(200)
}

const pupils = () => pupilsOf(machine.url)
const versionInside = () => machine.run('dpkg-query --show schulhof').trim().split('\t')[1]
const pidInside = () => machine.run('systemctl show --property=MainPID --value schulhof@3000').trim()

const kept = () => machine.call(`test -f ${SETTINGS} -a -d /var/lib/schulhof/postgres -a -f ${BACKUP}`)

beforeAll(async () => {
  if (!isPossible) return
  const start = performance.now()
  installDebian(debian)
  const installed = secondsSince(start)
  const commit = olderCheckout(ROOT, join(folder, 'older'))
  const build = { root: ROOT, commit: null, seconds: SECONDS }
  older = writePackage(join(debian, 'root'), { ...build, root: join(folder, 'older'), version: OLDER })
  const first = performance.now()
  newer = writePackage(join(debian, 'root'), { ...build, version: NEWER })
  newest = writePackage(join(debian, 'root'), {
    ...build,
    root: laterCheckout(ROOT, join(folder, 'newest')),
    version: NEWEST,
  })
  reportFigure(
    `package: ${(statSync(newer).size / 1e6).toFixed(1)} MB made in ${secondsSince(first)} s; Debian in ${installed} s; ${OLDER} is commit ${commit.slice(0, 8)}`,
  )
  const boot = performance.now()
  machine = await bootDebian(debian)
  reportFigure(`package: a Debian with systemd booted in ${secondsSince(boot)} s, only loopback inside`)
})
afterAll(async () => {
  await machine?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

describe.runIf(isPossible)('the package', () => {
  test('has the same bytes when it is made again', () => {
    const again = writePackage(join(folder, 'again'), { root: ROOT, commit: null, seconds: SECONDS, version: NEWER })
    expect(sumOf(again)).toBe(sumOf(newer))
    reportFigure(`package: made twice, sha256 ${sumOf(newer).slice(0, 16)}… both times`)
  })

  test.runIf(hasProgram('lintian'))('has no fault that lintian finds, but those that its overrides explain', () => {
    const { status, stdout } = spawnSync('lintian', ['--allow-root', '--fail-on', 'error,warning', newer], {
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, ''])
    reportFigure('package: lintian finds nothing beyond the overrides')
  })

  test('is installed without a network, starts by itself, and its service is shut in', async () => {
    const start = performance.now()
    const { code, said } = asInManual('sudo apt-get install ./schulhof_1.0.0_amd64.deb', { file: older })
    expect(code, said).toBe(0)
    expect(said).toContain('Schulhof ist installiert')
    await comeUp()
    reportFigure(`package: ${OLDER} installed and answering after ${secondsSince(start)} s`)
    expect(machine.run('stat -c "%a %U %G" /etc/schulhof/schulhof.env').trim()).toBe('640 root schulhof')
    expect(machine.run('stat -c "%a %U %G" /var/lib/schulhof /var/backups/schulhof').trim()).toBe(
      '700 schulhof schulhof\n700 schulhof schulhof',
    )
    expect(machine.run(`stat -c %U /proc/${pidInside()}`).trim()).toBe('schulhof')
    expect(machine.run("systemd-analyze verify 'schulhof@3000.service' 2>&1")).toBe('')
    const security = machine.run('systemd-analyze security --no-pager schulhof@3000.service')
    const score = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(security)?.[1])
    expect(score).toBeLessThanOrEqual(1.5)
    reportFigure(`package: systemd-analyze verify says nothing, security says ${score}`)
    const libraries = machine.run(
      String.raw`find /usr/lib/schulhof -type f \( -name '*.so*' -o -name '*.node' -o -path '*/bin/*' \) | xargs ldd 2>/dev/null | grep 'not found' || true`,
    )
    expect(libraries).toBe('')
  })

  test('its log has the link to the first school, and the school is set up with it once', async () => {
    const { said } = asInManual('sudo journalctl --unit schulhof@3000 --grep einrichtung --lines 1')
    const token = /einrichtung\/([\w-]+)/.exec(said)?.[1] ?? ''
    const browser = openFetchBrowser(machine.url)
    const params = { token }
    const body = { admin: ADMIN, school: newSchool('fsw') }
    expect((await browser.call(setupEndpoints.setUp, { params, body })).status).toBe(201)
    expect((await browser.call(setupEndpoints.setUp, { params, body })).status).not.toBe(201)
    const { json } = await browser.call(pupilEndpoints.formOptions)
    const grade = (json as PupilFormOptions).schoolgrades[0]?.id
    const child = { firstname: 'Nele', lastname: 'Neu', gender: 'f', birthdate: '2020-02-03', date_entry: '2026-11-20' }
    const added = await browser.call(pupilChangeEndpoints.add, { body: { ...child, schoolgrade_id: grade } })
    expect(added.status, JSON.stringify(added.json)).toBe(201)
    expect(await pupils()).toEqual(['Nele Neu'])
  })

  test('settings hold after a restart, and the program says whose address it has', async () => {
    // The editor is a person's; here a program changes two lines.
    left.delete('sudo editor /etc/schulhof/schulhof.env')
    const edit = 's|^#APP_URL=.*|APP_URL="https://schule.example"   # Probe|; s|^#TRUST_PROXY|TRUST_PROXY|'
    machine.run(`sed -i '${edit}' ${SETTINGS}`)
    expect(asInManual("sudo systemctl restart 'schulhof@*'").code).toBe(0)
    await comeUp()
    expect(asInManual(READY).code).toBe(0)
    expect(machine.run('journalctl --unit schulhof@3000 --grep "Schulhof läuft" | tail -1')).toContain(
      'https://schule.example/app/',
    )
  })

  test('an upgrade keeps settings and data, migrates, and restarts the service by itself', async () => {
    const before = pidInside()
    const start = performance.now()
    const { code, said } = asInManual('sudo apt-get install ./schulhof_1.1.0_amd64.deb', { file: newer })
    expect(code, said).toBe(0)
    expect(asInManual(READY).code).toBe(0)
    expect(asInManual('sudo journalctl --unit schulhof@3000 --output cat --lines 30').said).toContain('Schulhof läuft')
    expect(pidInside()).not.toBe(before)
    expect(versionInside()).toBe(NEWER)
    expect(await pupils()).toEqual(['Nele Neu'])
    expect(machine.run(`cat ${SETTINGS}`)).toContain('\nTRUST_PROXY=1\n')
    reportFigure(`package: ${OLDER} to ${NEWER} with its data in ${secondsSince(start)} s, service restarted`)
    // Once more: nothing changes, nothing fails.
    expect(machine.call(`apt-get install --reinstall /root/${basename(newer)}`).code).toBe(0)
    await comeUp()
    expect(await pupils()).toEqual(['Nele Neu'])
  })

  test('the command line runs as the service’s account, with its settings, from any folder', () => {
    const { code, said } = asInManual('sudo schulhof --help')
    expect([code, said]).toEqual([0, expect.stringContaining('schulhof BEFEHL')])
    expect(machine.call('setpriv --reuid nobody --clear-groups schulhof --help')).toEqual({
      code: 2,
      said: 'schulhof braucht das Konto schulhof. Bitte rufen Sie es mit sudo auf: sudo schulhof --help\n',
    })
  })

  test('a backup by hand lands in the folder of the nightly ones, for the service alone', () => {
    const { code, said } = asInManual('sudo schulhof backup /var/backups/schulhof/before-upgrade.backup')
    expect([code, said]).toEqual([0, expect.stringContaining('Gesichert und geprüft')])
    expect(machine.run('stat -c "%a %U" /var/backups/schulhof/before-upgrade.backup').trim()).toBe('600 schulhof')
  })

  test('on a new machine everything comes back from backup, journal, key and settings', async () => {
    restoreOnNewMachine(machine, BACKUP)
    await comeUp()
    expect(await pupils()).toEqual(['Nele Neu'])
    machine.run('rm -rf /root/old /root/safe')
  })

  test('an older program on newer data refuses in German; the way back is that of the manual', async () => {
    expect(machine.call(`apt-get install /root/${basename(newest)}`).code).toBe(0)
    await comeUp()
    const start = performance.now()
    expect(asInManual("sudo systemctl stop 'schulhof@*'").code).toBe(0)
    const downgrade = 'sudo apt-get install --allow-downgrades ./schulhof_1.0.0_amd64.deb'
    expect(asInManual(downgrade, { file: newer }).code).toBe(0)
    const said = () => machine.call('journalctl --unit schulhof@3000 --lines=20').said
    await expect.poll(said, { timeout: 60_000 }).toContain('Die Datenbank ist neuer als das Programm')
    expect(asInManual("sudo systemctl stop 'schulhof@*'").code).toBe(0)
    const back = asInManual('sudo schulhof go-back', { answer: 'j\n' })
    expect(back.code, back.said).toBe(0)
    expect(asInManual('sudo systemctl start schulhof@3000').code).toBe(0)
    await comeUp()
    expect(versionInside()).toBe(NEWER)
    expect(await pupils()).toEqual(['Nele Neu'])
    reportFigure(`package: back from ${NEWEST} to ${NEWER} by the manual in ${secondsSince(start)} s`)
  })

  test('what an administrator breaks is named by doctor, and mended by what it says', async () => {
    breakAndMend(machine)
    await comeUp()
    expect(await pupils()).toEqual(['Nele Neu'])
    reportFigure(
      'package: wrong mail server, wrong key, no backup folder, no database: each named by doctor and mended',
    )
  })

  test('logrotate takes its rule, and both proxies the files that come with it', async () => {
    machine.run('logrotate --debug /etc/logrotate.d/schulhof 2>&1')
    makeCertificate(machine)
    typeProxy(machine, '## nginx')
    await throughTls(machine, 'nginx')
    await comeUp()
    machine.run('systemctl stop nginx')
    typeProxy(machine, '## Caddy')
    // Nobody outside signs a certificate for a machine without a network.
    machine.run("sed -i '0,/^{/s//{\\n\\tlocal_certs/' /etc/caddy/Caddyfile && systemctl restart caddy")
    await throughTls(machine, 'caddy')
    await comeUp()
    machine.run('systemctl stop caddy')
  })

  test('removed, it keeps settings, data and backups; installed again, it goes on with them', async () => {
    expect(asInManual('sudo apt-get remove schulhof').code).toBe(0)
    expect(machine.call('systemctl is-active schulhof@3000').said.trim()).toBe('inactive')
    expect(machine.call('ls /usr/lib/schulhof').code).not.toBe(0)
    expect(kept().code).toBe(0)
    expect(machine.call(`apt-get install --yes /root/${basename(newer)}`).code).toBe(0)
    await comeUp()
    expect(await pupils()).toEqual(['Nele Neu'])
  })

  test('purged without an answer it keeps the data; with the answer nothing is left', async () => {
    const purge = 'sudo apt-get purge schulhof'
    const unasked = asInManual(purge)
    expect([unasked.code, unasked.said]).toEqual([0, expect.stringContaining('bleiben in /var/lib/schulhof')])
    expect(machine.call('test -e /etc/schulhof').code).toBe(1)
    expect(machine.call('test -d /var/lib/schulhof/postgres -a -d /var/backups/schulhof').code).toBe(0)
    expect(machine.call(`apt-get install --yes /root/${basename(newer)}`).code).toBe(0)
    await comeUp()
    expect(await pupils()).toEqual(['Nele Neu'])
    const answer = `echo 'schulhof schulhof/remove-data boolean true' | sudo debconf-set-selections`
    expect(asInManual(answer).code).toBe(0)
    expect(asInManual(purge)).toMatchObject({ code: 0, said: expect.stringContaining('sind gelöscht') })
    const places = '/etc /usr/lib /usr/bin /var/lib /var/backups /var/log'
    const rest = machine.run(
      `find ${places} -name '*schulhof*' -not -path '/var/log/journal/*' -not -path '/var/lib/apt/*' -not -path '/etc/nginx/*'`,
    )
    expect(rest).toBe('')
    expect(machine.call('getent passwd schulhof').said).toBe('')
    reportFigure(
      'package: removed with data kept, purged unasked with data kept, purged with the answer: no file, no account',
    )
  })

  test('every command of the chapter was run here, but the one that makes the package', () => {
    expect([...left]).toEqual(['npm run package'])
  })
})
