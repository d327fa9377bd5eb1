import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { counted } from '#contract/counted.ts'
import { formatCount, showProgress } from '#server/backup/command-line.ts'
import { readKeyFile, ringFileOf, writeKeyFile } from '#server/backup/key-file.ts'
import { connectAsOwner } from '#server/db/watched-client.ts'
import { resignJournal } from '#server/domains/retentions/erasure-journal.ts'
import type { Env } from '#server/env.ts'
import { formatKey, RING_NOTICE_MS, type SecretRing } from '#server/secret-keys.ts'
import { type Call, OperatorError } from './command.ts'
import { programName } from './help.ts'
import { type Installation, withInstallation } from './installation.ts'
import { noteInstallation } from './note-installation.ts'
import {
  areOver,
  countAllOld,
  countCodeOwners,
  deleteRecoveryCodes,
  lockRotation,
  markNow,
  type OwnerClient,
} from './reseal.queries.ts'
import { resealAll } from './reseal.ts'
import { makeKey, replaceRingFile } from './ring-file.ts'

/** Running servers write with the new key by then. */
const SERVERS_KNOW_MS = 2 * RING_NOTICE_MS
/** A request that encrypted something with the old key has stored it by then. */
const REQUESTS_OVER_MS = 10_000
const LOOK_EVERY_MS = 500
/** An import may take minutes. */
const LONGEST_WAIT_MS = 10 * 60_000

interface Rotation {
  call: Call
  env: Env
  client: OwnerClient
  installation: Installation
}

const seconds = (ms: number) => Math.round(ms / 1000)

/** Waits for transactions that began with the old key; false when one of them takes too long. */
async function untilOthersEnd(client: OwnerClient) {
  const mark = await markNow(client)
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += LOOK_EVERY_MS) {
    if (await areOver(client, mark)) return true
    showProgress(`Warten auf laufende Arbeiten … ${seconds(waited)} s`)
    await pause(LOOK_EVERY_MS)
  }
  return false
}

const ownLine = (ring: SecretRing) => ring.map(formatKey).join(',')

/** With SECRET_KEY the operator puts the new key into the settings: this says how. */
const tellNewKey = (ring: SecretRing, say: Call['say']) => {
  const fresh = makeKey(ring)
  say(
    [
      'Alles Gespeicherte ist schon mit dem ersten Schlüssel in SECRET_KEY verschlüsselt. Ein neuer Schlüssel kommt so dazu:',
      '',
      '1. Laufen mehrere Prozesse, hängen Sie ihn zuerst hinten an und starten alle neu; ein einzelner braucht das nicht:',
      `   SECRET_KEY=${ownLine([...ring, fresh] as unknown as SecretRing)}`,
      '2. Stellen Sie ihn nach vorn und starten Sie alle neu:',
      `   SECRET_KEY=${ownLine([fresh, ...ring])}`,
      `3. Rufen Sie mit dieser Einstellung noch einmal auf: ${programName()} keys rotate`,
      '',
      'Geändert wurde noch nichts. Bewahren Sie SECRET_KEY danach neu im Safe auf.',
    ].join('\n'),
  )
}

/** The ring to encrypt with: a new key in front of the file, unless an earlier call was interrupted after that. */
async function prepareRing({ call, env, client, installation: { keys } }: Rotation): Promise<SecretRing | undefined> {
  const old = await countAllOld(client, keys)
  const { length } = keys
  if (env.SECRET_KEY) {
    if (old === 0 || length === 1) {
      tellNewKey(keys, call.say)
      return undefined
    }
    await call.confirm(
      `${counted(old, 'Angabe wird', 'Angaben werden')} mit dem Schlüssel ${keys[0].id} neu verschlüsselt.`,
    )
    return keys
  }
  if (old > 0 && length > 1) {
    await call.confirm(
      `Eine frühere Erneuerung ist noch nicht fertig: ${counted(old, 'Angabe wird', 'Angaben werden')} mit dem Schlüssel ${keys[0].id} neu verschlüsselt.`,
    )
    return keys
  }
  const fresh = makeKey(keys)
  await call.confirm(
    `In ${ringFileOf(env)} kommt ein neuer Schlüssel (${fresh.id}) nach vorn, und ${counted(await countAllOld(client, [fresh]), 'Angabe wird', 'Angaben werden')} mit ihm neu verschlüsselt. Der Server läuft dabei weiter.`,
  )
  const ring: SecretRing = [fresh, ...keys]
  replaceRingFile(ringFileOf(env), ring)
  await pause(SERVERS_KNOW_MS)
  return ring
}

const unreadableText = (count: number) =>
  count === 0
    ? ''
    : `\n${counted(count, 'Angabe', 'Angaben')} öffnet kein vorhandener Schlüssel; das blieb, wie es ist. Finden Sie den alten Schlüssel, hängen Sie ihn hinten an und beginnen Sie noch einmal.`

/** Encrypts all again and signs the journal. Running requests may have stored something meanwhile, so it looks twice. */
async function renew({ client, env }: Rotation, ring: SecretRing) {
  const onProgress = (table: string, { changed }: { changed: number }) =>
    showProgress(`${table}: ${formatCount(changed)} neu verschlüsselt`)
  const first = await resealAll(client, ring, onProgress)
  const isQuiet = await untilOthersEnd(client)
  const second = await resealAll(client, ring, onProgress)
  const journal = resignJournal(env.ERASURE_JOURNAL, ring)
  showProgress('')
  return { changed: first.changed + second.changed, unreadable: second.unreadable, journal, isQuiet }
}

async function rotate(rotation: Rotation) {
  const { call, env, installation } = rotation
  const ring = await prepareRing(rotation)
  if (!ring) return
  const { changed, unreadable, journal } = await renew(rotation, ring)
  await noteInstallation(installation.app, 'keys_rotated', call.remark)
  call.say(
    `Fertig: ${counted(changed, 'Angabe ist', 'Angaben sind')} mit dem Schlüssel ${ring[0].id} verschlüsselt${journal > 0 ? `, ${counted(journal, 'Zeile des Löschjournals ist', 'Zeilen des Löschjournals sind')} mit ihm unterschrieben` : ''}.${unreadableText(unreadable)}`,
  )
  call.say(
    `Die alten Schlüssel bleiben dahinter stehen; Wiederherstellungscodes und frühere Sicherungen brauchen sie noch.\nBitte legen Sie ${env.SECRET_KEY ? 'SECRET_KEY' : ringFileOf(env)} neu in den Safe. Soll ein alter Schlüssel nichts mehr öffnen: ${programName()} keys drop-old`,
  )
}

/** A new file name beside the ring's file for the keys that go. */
const retiredFile = (env: Env, now: Date) =>
  `${ringFileOf(env)}.alt-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`

async function dropOld(rotation: Rotation) {
  const { call, env, client, installation } = rotation
  const [current, ...old] = installation.keys
  if (old.length === 0) {
    call.say('Es gibt keinen alten Schlüssel. Es wurde nichts geändert.')
    return
  }
  const people = await countCodeOwners(client)
  const ids = old.map(({ id }) => id).join(', ')
  await call.confirm(
    `Die Schlüssel ${ids} öffnen danach nichts mehr. ${counted(people, 'Person braucht', 'Personen brauchen')} neue Wiederherstellungscodes, bekannte Geräte und alte Kopien des Löschjournals gelten nicht mehr, und frühere Sicherungen lassen sich nur noch mit den aufgehobenen Schlüsseln lesen.`,
  )
  const { unreadable, isQuiet } = await renew(rotation, installation.keys)
  if (!isQuiet) throw new OperatorError('Eine andere Arbeit dauert noch an. Bitte versuchen Sie es später noch einmal.')
  await pause(REQUESTS_OVER_MS)
  await renew(rotation, installation.keys)
  const left = await countAllOld(client, installation.keys)
  if (left > unreadable)
    throw new OperatorError(
      'Ein Server schreibt noch mit einem alten Schlüssel. Bitte starten Sie ihn neu und beginnen Sie noch einmal.',
    )
  await deleteRecoveryCodes(client)
  if (env.SECRET_KEY) {
    call.say(
      `Bitte setzen Sie jetzt SECRET_KEY=${formatKey(current)} und starten Sie alle Prozesse neu. Heben Sie den bisherigen Inhalt bei den früheren Sicherungen im Safe auf.`,
    )
  } else {
    const file = retiredFile(env, call.now())
    if (!existsSync(file)) writeKeyFile(file, installation.keys)
    replaceRingFile(ringFileOf(env), [current])
    call.say(
      `Die alten Schlüssel stehen in ${file}. Bitte legen Sie diese Datei zu den früheren Sicherungen in den Safe und löschen Sie sie hier.`,
    )
  }
  await noteInstallation(installation.app, 'keys_dropped', call.remark)
}

const asOnlyOne = (work: (rotation: Rotation) => Promise<void>) => async (call: Call) => {
  const env = call.settings()
  return withInstallation(env, async (installation) => {
    const client = await connectAsOwner(installation.owner)
    try {
      if (!(await lockRotation(client)))
        throw new OperatorError('Die Schlüssel werden gerade schon erneuert. Bitte warten Sie, bis das fertig ist.')
      // Read again under the lock: another call may just have put a key in front.
      const keys = env.SECRET_KEY ?? readKeyFile(ringFileOf(env))
      await work({ call, env, client, installation: { ...installation, keys } })
    } finally {
      await client.end()
    }
    return undefined
  })
}

/** Encrypts everything with the current key, or with a new one. */
export const runRotation = asOnlyOne(rotate)

/** Takes the old keys away. */
export const runDrop = asOnlyOne(dropOld)
