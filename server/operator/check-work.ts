import { counted } from '#contract/counted.ts'
import { momentText } from '#contract/dates.ts'
import { type Alarm, alarmsOf, isErasureLate } from '#contract/systemstates/systemstates.alarms.ts'
import type { SystemFacts } from '#contract/systemstates/systemstates.facts.ts'
import { taskLabel } from '#contract/systemstates/systemstates.texts.ts'
import { type Finding, fault } from './findings.ts'
import { programName } from './help.ts'

const percent = (share: number) => `${Math.round(share * 100)} %`

/** What the alarms of the installation say at the command line. */
const WORDS: Record<Alarm['key'], (alarm: Alarm, facts: SystemFacts) => Finding> = {
  backup_old: (_alarm, { backup }) =>
    backup?.newest
      ? fault(
          'backup_old',
          `Die letzte Sicherung ist vom ${momentText(backup.newest.at)}.`,
          'Bitte sehen Sie im Log nach, warum die nächtliche Sicherung scheitert (Zeilen mit backup).',
        )
      : fault(
          'backup_missing',
          `In ${backup?.folder} ist keine Sicherung.`,
          'Bitte sehen Sie im Log nach, warum die nächtliche Sicherung scheitert (Zeilen mit backup).',
        ),
  mails_wait: ({ since }, { database }) =>
    fault(
      'mails_wait',
      `${counted(database.mails.waiting, 'E-Mail wartet', 'E-Mails warten')}, die älteste seit ${momentText(since ?? '')}.`,
      `Bitte prüfen Sie den Mailserver; danach gehen sie so gleich hinaus: ${programName()} mail retry`,
    ),
  job_failed: ({ subject }, { database }) => {
    const failures = database.jobs.failed.find(({ task }) => task === subject)?.failures ?? 0
    return fault(
      'job_failed',
      `Die Aufgabe „${taskLabel(subject)}“ ist ${failures}-mal gescheitert.`,
      `Bitte sehen Sie den Grund nach (${programName()} jobs) und starten Sie sie noch einmal: ${programName()} jobs retry`,
    )
  },
  disk_full: ({ subject }, { disks }) => {
    const share = disks.find(({ folder }) => folder === subject)?.used_share ?? 1
    return fault(
      'disk_full',
      `Der Datenträger von ${subject} ist zu ${percent(share)} voll.`,
      'Bitte schaffen Sie Platz, bevor sich nichts mehr speichern lässt.',
    )
  },
}

/** What the state of the installation asks for. */
export function checkWork(facts: SystemFacts, now: Date): Finding[] {
  const findings = alarmsOf(facts, now).map((alarm) => WORDS[alarm.key](alarm, facts))
  if (isErasureLate(facts, now))
    findings.push(
      fault(
        'erasure_late',
        'Die nächtliche Löschung abgelaufener Daten ist seit mehr als 36 Stunden nicht gelaufen.',
        'Bitte prüfen Sie, ob der Server nachts läuft, und starten Sie ihn.',
      ),
    )
  return findings
}
