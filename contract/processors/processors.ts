import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, newOf, readOf } from '#contract/record.ts'
import { reviewState } from '#contract/reviews.ts'
import { OWN_SERVICES, PROCESSOR_KINDS, ProcessorFacts } from './processor.record.ts'
import { TEMPLATE_FILES, type TemplateFile } from './template-files.ts'

export const Processor = readOf(ProcessorFacts).extend({ id: Id, version: Version })
export type Processor = z.output<typeof Processor>

/** The day of the last review. Signing a contract counts as a review. */
export const lookedAtOn = ({ reviewed_on, contract_on }: Pick<Processor, 'reviewed_on' | 'contract_on'>) =>
  reviewed_on ?? contract_on

/** Why somebody has to look at it: there is no contract, or nobody has looked for long. */
export const processorTask = (one: Pick<Processor, 'reviewed_on' | 'contract_on'>, today: string) => {
  if (one.contract_on === null) return 'no contract'
  return reviewState(lookedAtOn(one), today) === 'due' ? 'old review' : undefined
}

export const NewProcessorForm = newOf(ProcessorFacts)
export type NewProcessorForm = z.output<typeof NewProcessorForm>
export const ProcessorChange = changeOf(ProcessorFacts)
export type ProcessorChange = z.output<typeof ProcessorChange>

const Processors = z.object({
  processors: z.array(Processor),
  /** Services that this installation uses. The school enters who runs them. */
  used: z.object({
    /** The host that mails are handed to; null: none is set, or the operator does not tell. */
    mail_host: z.string().nullable(),
    has_backups: z.boolean(),
  }),
  /** What the school or its carrier runs itself: nobody is asked for a processor of these. */
  own_services: z.array(z.enum(OWN_SERVICES)),
})
export type Processors = z.output<typeof Processors>

export const PROCESSOR_TEXTS = {
  ahead: 'Dieser Tag liegt in der Zukunft.',
  ownService: (kind: keyof typeof PROCESSOR_KINDS, isOwn: boolean) =>
    isOwn
      ? `„${PROCESSOR_KINDS[kind]}“ ist als selbst betrieben eingetragen.`
      : `„${PROCESSOR_KINDS[kind]}“ gilt nicht mehr als selbst betrieben.`,
  removed: (name: string) => `${name} steht nicht mehr im Verzeichnis.`,
} as const

/** Written by the head only (ADR 0042). */
const access = 'view pupil sensitive'

export const processorEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/processor',
    access: 'export personal data',
    response: Processors,
    summary: 'Auftragsverarbeiter der Schule, und was die Installation benutzt',
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/admin/processor/template/:name',
    access: 'export personal data',
    params: z.object({ name: z.enum(Object.keys(TEMPLATE_FILES) as [TemplateFile, ...TemplateFile[]]) }),
    response: FileReply,
    isFile: true,
    summary: 'Eine Vorlage für AVV, TOM oder DSFA',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/processor',
    access,
    body: NewProcessorForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Auftragsverarbeiter eintragen',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/processor/:id',
    access,
    params: IdParam,
    body: ProcessorChange,
    response: MessageReply,
    summary: 'Auftragsverarbeiter ändern',
  }),
  setOwn: endpoint({
    method: 'PUT',
    path: '/api/admin/processor/own/:kind',
    access,
    params: z.object({ kind: z.enum(OWN_SERVICES) }),
    body: z.object({ is_own: z.boolean() }),
    response: MessageReply,
    summary: 'Eintragen, dass die Schule oder der Träger einen Dienst selbst betreibt',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/processor/:id',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Auftragsverarbeiter entfernen',
  }),
}
