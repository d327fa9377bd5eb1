import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/formats.ts'
import { ALARM_KEYS } from './systemstates.alarms.ts'
import { SystemFacts } from './systemstates.facts.ts'

/** An open alarm, as page, banner and mail show it. */
export const ShownAlarm = z.object({
  key: z.enum(ALARM_KEYS),
  /** Which disk, by its folder, or which kind of job; empty when there is only one. */
  subject: z.string(),
  /** The machine that alone sees it; empty when all see the same. */
  host: z.string(),
  since: Instant,
})
export type ShownAlarm = z.output<typeof ShownAlarm>

export const SystemReport = z.object({ facts: SystemFacts, alarms: z.array(ShownAlarm) })
export type SystemReport = z.output<typeof SystemReport>

export const systemStateEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/systemstate',
    access: 'debug view',
    scope: 'installation',
    response: SystemReport,
    summary: 'Zustand der Installation: Sicherung, E-Mails, Aufgaben, Speicher, Datenbank',
  }),
  alarms: endpoint({
    method: 'GET',
    path: '/api/admin/systemstate/alarms',
    access: 'debug view',
    scope: 'installation',
    response: z.array(ShownAlarm),
    summary: 'Offene Alarme der Installation, für das Banner',
  }),
}
