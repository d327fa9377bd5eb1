import { z } from 'zod'
import { Text } from '#contract/formats.ts'
import { choice, optionalDay, optionalLines, text } from '#contract/record.ts'

export const PROCESSOR_KINDS = {
  hosting: 'Server und Betrieb',
  mail: 'Mailserver',
  backup: 'Ort der Sicherungskopien',
  support: 'Wartung und Hilfe',
  other: 'Anderes',
} as const
export type ProcessorKind = keyof typeof PROCESSOR_KINDS

/** Services that the installation itself uses; a school may run them without anybody's help. */
export const OWN_SERVICES = ['hosting', 'mail', 'backup'] as const satisfies readonly ProcessorKind[]
export type OwnService = (typeof OWN_SERVICES)[number]

/** Who processes data on behalf of the school (Art. 28 DSGVO, domain DP-20). */
export const ProcessorFacts = z.object({
  name: text('Auftragsverarbeiter', Text(120), { placeholder: 'z. B. Hosting Muster GmbH' }),
  kind: choice('Art', PROCESSOR_KINDS),
  service: text('Leistung', Text(300), { hint: 'Was genau: zum Beispiel „virtueller Server für Schulhof“.' }),
  place: text('Ort der Verarbeitung', Text(120), { hint: 'Stadt und Land; außerhalb der EU gelten weitere Regeln.' }),
  contract_on: optionalDay('Vertrag vom', { hint: 'Tag des Vertrags nach Art. 28 DSGVO.', isPast: true }),
  reviewed_on: optionalDay('Zuletzt geprüft am', {
    hint: 'Gilt der Vertrag noch, und sind die Maßnahmen noch angemessen?',
    isPast: true,
  }),
  note: optionalLines('Bemerkung', 1000, {
    hint: 'Zum Beispiel Unterauftragsverarbeiter, oder wo der Vertrag liegt.',
  }),
})
