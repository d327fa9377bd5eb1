import { expect } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { manualCommands } from '#scripts/manual/read-manual.ts'
import type { BootedDebian } from './booted-debian.ts'

// What an administrator does to an installed package beside installing it; used by the drill `package` alone.

export const SETTINGS = '/etc/schulhof/schulhof.env'

/** A page and a refusal through the proxy inside, as a browser would ask for them; the service starts anew at the end. */
export async function throughTls(machine: BootedDebian, name: string) {
  // It waits for the refusal of a large body instead of sending on: the proxy closes the connection with its answer.
  const ask = (more: string) =>
    machine.call(
      `curl --silent --insecure --expect100-timeout 60 --resolve schule.example:443:127.0.0.1 https://schule.example${more}`,
    ).said
  await expect.poll(() => ask('/readyz'), { timeout: 10_000 }).toContain('ready')
  expect(ask('/app/')).toContain('<html')
  machine.run('head -c 13000000 /dev/zero > /root/large')
  expect(JSON.parse(ask('/login --header content-type:application/json --data-binary @/root/large'))).toEqual({
    message: ERROR_TEXTS.tooLarge,
  })
  machine.run('systemctl stop schulhof@3000')
  expect(JSON.parse(ask('/api/basedata')).message).toContain('startet gerade neu')
  const log = machine.call(`journalctl --unit ${name} --output=cat; cat /var/log/schulhof/* 2>&1`).said
  expect(log.split('\n').filter((line) => /basedata|login/.test(line) && /remote|client/.test(line))).toEqual([])
  machine.run('systemctl start schulhof@3000')
}

/** Plants a fault at a time; `doctor` must name it. The service starts anew at the end. */
export function breakAndMend(machine: BootedDebian) {
  const doctorNames = (word: string) =>
    expect(machine.call('schulhof doctor')).toMatchObject({ code: 1, said: expect.stringContaining(word) })
  const wrongSettings = [
    [
      'MAIL_FROM=schule@example.org\nSMTP_URL=smtp://konto:falsch@127.0.0.1:1',
      'Der Mailserver 127.0.0.1:1 ist nicht erreichbar',
    ],
    [`SECRET_KEY=k1:${Buffer.alloc(32, 9).toString('base64url')}`, 'enthalten verschiedene Schlüssel'],
    ['BACKUP_DIR=/nirgends', '/nirgends'],
  ] as const
  for (const [lines, word] of wrongSettings) {
    machine.run(`cp -p ${SETTINGS} /root/settings && echo '${lines}' >> ${SETTINGS}`)
    try {
      doctorNames(word)
    } finally {
      // Otherwise the service would not start for the trials that follow.
      machine.run(`cat /root/settings > ${SETTINGS}`)
    }
  }
  const database = '/var/lib/schulhof/postgres'
  machine.run(`systemctl stop schulhof@3000 && mv ${database} /root/postgres`)
  doctorNames('Datenbank')
  machine.run(`rm -rf ${database} && mv /root/postgres ${database} && systemctl restart schulhof@3000`)
}

/** From what lies in the safe, as the manual says, after the data of the machine are gone. */
export function restoreOnNewMachine(machine: BootedDebian, backup: string) {
  const safe = '/root/safe'
  const journal = '/var/backups/schulhof/erasures.jsonl'
  machine.run(`mkdir ${safe}; cp ${SETTINGS} ${safe}/; cp ${backup} ${safe}/newest.backup`)
  machine.run(`cp /var/lib/schulhof/secret.key ${safe}/schulhof.key`)
  machine.run(`if [ -f ${journal} ]; then cp ${journal} ${safe}/; else touch ${safe}/erasures.jsonl; fi`)
  const [stop = '', ...others] = manualCommands('## On a new machine')
  machine.run(stop)
  machine.run('mv /var/lib/schulhof /root/old && install -d -o schulhof -g schulhof -m 0700 /var/lib/schulhof')
  machine.run(['set -e', `cd ${safe}`, ...others].join('\n'))
}

const NAME = 'schule.example'

/** In place of the one that certbot would fetch from the internet. */
export function makeCertificate(machine: BootedDebian) {
  const live = `/etc/letsencrypt/live/${NAME}`
  const how = `-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=${NAME}`
  machine.run(`mkdir -p ${live}; openssl req ${how} -keyout ${live}/privkey.pem -out ${live}/fullchain.pem 2>&1`)
}

/** The commands of the manual for one of the proxies, with our name for `NAME`. */
export const typeProxy = (machine: BootedDebian, heading: string) =>
  machine.run(['set -e', ...manualCommands(heading).map((line) => line.replace('NAME', NAME))].join('\n'))
