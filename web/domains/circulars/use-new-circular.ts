import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CircularAudience, type CircularKind, isChosen } from '#contract/circulars/circulars.audience.ts'
import { CIRCULAR_SUBJECT_NAMES, circularFault, circularSubject } from '#contract/circulars/circulars.text.ts'
import { CircularForm, CircularPreviewForm, circularEndpoints, noneText } from '#contract/circulars/circulars.ts'
import { counted } from '#contract/counted.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { previewQuery, useCall } from '#web/api/queries.ts'
import { type FieldValues, type FormField, readText } from '#web/forms/fields.ts'
import { saverOf, useEdit } from '#web/forms/use-edit.ts'
import { useInsert } from '#web/forms/use-insert.ts'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { audienceOf, KIND_WORDS, useCircularFields } from './circular-fields.ts'
import { leftOutCounts } from './circular-texts.ts'
import { audienceField, hasText, isAsked, kindOfCircular, LETTER_FRAME, readersOf } from './circular-values.ts'
import { useAttachments } from './use-attachments.ts'
import { useFoundInput, useStoredDraft } from './use-circular-draft.ts'
import { useMailSchool } from './use-mail-school.ts'

const PAUSE_MS = 300

const useAudience = (values: FieldValues) => {
  const [triesUnreachable, setTriesUnreachable] = useState(false)
  return { audience: audienceOf(values, triesUnreachable), setTriesUnreachable }
}
const textOf = ({ subject, body }: FieldValues) => ({ subject: String(subject ?? ''), body: String(body ?? '') })

/** What is wrong with the placeholders, said while one types. */
export const textFault = (values: FieldValues) => {
  const { subject, body } = textOf(values)
  return circularFault(subject, 'subject') ?? circularFault(body, kindOfCircular(values))
}

/** All faults at once, in the order of the page: a schema looks at the classes only when the texts are right. */
const faultsOf = (values: FieldValues): Record<string, string> => {
  const audience = audienceOf(values)
  const { subject, body } = textOf(values)
  const { class_ids, ...errors } = schemaErrors(CircularForm)({ ...audience, subject, body, reader_count: 1 })
  return {
    ...(isChosen(audience) ? {} : { [audienceField(values)]: noneText(audience.kind) }),
    ...(class_ids ? { [audienceField(values)]: class_ids } : {}),
    ...errors,
    // A greeting alone says nothing.
    ...(body.trim() === LETTER_FRAME ? { body: 'Bitte schreiben Sie Ihren Text zwischen Anrede und Gruß.' } : {}),
  }
}

/** Who gets it, as the server says; nothing while no class is chosen. */
const useCircularPlan = (audience: CircularAudience) => {
  const enabled = isChosen(audience)
  const plan = useQuery({ ...previewQuery(circularEndpoints.plan, { body: audience }), enabled })
  return { plan, data: enabled ? plan.data : undefined, hasFailed: enabled && plan.isError }
}

type Plan = NonNullable<ReturnType<typeof useCircularPlan>['data']>

/** What has left cannot be called back. */
const isSure = ({ subject, people, plan }: { subject: string; people: string; plan: Plan | undefined }) => {
  const count = plan?.readers.length ?? 0
  const others = plan && plan.left_out.length > 0 ? ` Nicht angeschrieben: ${leftOutCounts(plan.left_out)}.` : ''
  return confirmDialog({
    title: `An ${counted(count, 'Person', 'Personen')} senden?`,
    message: `„${subject}“ geht gleich ${people || 'hinaus'} und lässt sich nicht zurückholen.${others}`,
    accept: counted(count, 'E-Mail senden', 'E-Mails senden'),
  })
}

const PEOPLE: Record<CircularKind, (text: string) => string> = {
  families: (text) => `an die Eltern von ${text}`,
  staff: (text) => `an das Kollegium (${text})`,
  waiting: (text) => `an die Warteliste (${text})`,
}

/** The chosen ones: in a sentence, and as the list of circulars has them. Both empty while nobody is chosen. */
const chosenText = (fields: readonly FormField[], values: FieldValues) => {
  const key = audienceField(values)
  const field = fields.find((one) => one.key === key)
  const text = field ? readText(field, values[key] ?? []) : ''
  if (text === '') return { people: '', listed: '' }
  const kind = kindOfCircular(values)
  return { people: PEOPLE[kind](text), listed: `${KIND_WORDS[kind]} ${text}` }
}

/** The chosen texts, with the placeholder in the subject filled in. */
const useChosenTexts = (fields: readonly FormField[], values: FieldValues) => {
  const school = useMailSchool()
  return { ...chosenText(fields, values), subject: circularSubject(textOf(values).subject, school) }
}

interface Discarding {
  edit: Pick<ReturnType<typeof useEdit<never>>, 'values' | 'before' | 'forgetErrors' | 'fillIn'>
  attachments: ReturnType<typeof useAttachments>
  /** The draft was found, and its readers were chosen in a list. */
  wasRedirected: boolean
}

/** Begins anew. The people who were chosen in a list for a draft stay: only its text was there before them. */
const useDiscard = ({ edit, attachments, wasRedirected }: Discarding) => {
  const [isRedirected, setRedirected] = useState(wasRedirected)
  const discard = () => {
    const { values } = edit
    const { files } = attachments
    edit.forgetErrors()
    edit.fillIn({ ...edit.before, ...(isRedirected && readersOf(values)) })
    setRedirected(false)
    attachments.replace([])
    focusField('subject')
    notify('Der Entwurf ist verworfen.', {
      about: 'circular draft',
      undo: () => {
        edit.fillIn(values)
        attachments.replace(files)
      },
    })
  }
  return { isRedirected, discard }
}

/** A mail while it is written: its text, who gets it, and what one of them reads. */
export const useNewCircular = () => {
  const navigate = useNavigate()
  const { owner, isRestored, memory, attachments: foundFiles, ...restored } = useFoundInput()
  const found = memory.preserved?.values ?? {}
  const [kind, setKind] = useState(kindOfCircular(found))
  const fields = useCircularFields(found, kind)
  const attachments = useAttachments(foundFiles)
  const edit = useEdit<never>({
    fields,
    asks: isAsked,
    loaded: undefined,
    loadAnew: async () => undefined,
    faultsOf: (values) => faultsOf(values),
    invalidates: [circularEndpoints.list],
    ...memory,
  })
  // The fields know the kind before the form does, because what they offer depends on it.
  if (kindOfCircular(edit.values) !== kind) setKind(kindOfCircular(edit.values))
  const [isSent, setSent] = useState(false)
  const isDraft = (edit.isDirty || attachments.files.length > 0) && !isSent
  const chosen = useChosenTexts(fields, edit.values)
  useStoredDraft(
    owner,
    isDraft ? { values: edit.values, attachments: attachments.files, audience: chosen.listed } : undefined,
  )
  const { isRedirected, discard } = useDiscard({ edit, attachments, wasRedirected: restored.isRedirected })
  const { audience, setTriesUnreachable } = useAudience(edit.values)
  const { plan, data, hasFailed } = useCircularPlan(audience)
  const add = useCall(circularEndpoints.add, {
    ...edit.calls,
    onFieldErrors: ({ attachment_ids, class_ids, ...errors }) => {
      if (attachment_ids) attachments.refuse(attachment_ids)
      edit.calls.onFieldErrors({ ...errors, ...(class_ids && { [audienceField(edit.values)]: class_ids }) })
    },
    // The readers may be others by now: they are shown anew.
    onFailure: async (failure) => {
      await explainFailure(failure)
      await plan.refetch()
    },
  })
  const saver = saverOf(edit, {
    onAdd: async (_whole, idempotencyKey) => {
      if (!(await isSure({ subject: chosen.subject, people: chosen.people, plan: data }))) return undefined
      const reader_count = Math.max(1, data?.readers.length ?? 0)
      const body = { ...audience, ...textOf(edit.values), reader_count, attachment_ids: attachments.ids }
      const reply = await add.run({ body, idempotencyKey })
      if (!reply) return undefined
      setSent(true)
      setTimeout(() => void navigate({ to: paths.circular(reply.id) }))
      return { message: reply.message }
    },
    close: () => {},
    isRunning: add.isRunning,
  })
  const insert = useInsert({ set: edit.set, subject: CIRCULAR_SUBJECT_NAMES })
  return {
    ...{ edit, saver, audience, setTriesUnreachable, insert, attachments, isRunning: add.isRunning },
    ...{ isDraft, isRestored: isRestored && hasText(edit.values) && isDraft, isRedirected, discard },
    plan: data,
    hasFailed,
    isLoading: isChosen(audience) && !data && !hasFailed,
  }
}

/** A trial changes nothing that a page shows. */
const { actAndNotify } = actionsAbout('circular trial', () => {})

/** What one reader gets; while the text has a fault or nobody is chosen, there is none. */
export const useCircularPreview = (
  { edit: { values }, audience, attachments }: ReturnType<typeof useNewCircular>,
  readerId: number | undefined,
) => {
  // The value is compared as text, because the object is a new one at each drawing and would never settle.
  const [settled] = useDebouncedValue(JSON.stringify({ ...audience, ...textOf(values), reader_id: readerId }), PAUSE_MS)
  const body = JSON.parse(settled)
  const isFaulty = !CircularPreviewForm.safeParse(body).success
  const preview = previewQuery(circularEndpoints.preview, { body }, { quiet: true })
  const { data, isError } = useQuery({ ...preview, enabled: !isFaulty })
  /** Sends the mail that the preview shows. */
  const send = () =>
    actAndNotify(settled, () => call(circularEndpoints.trial, { body: { ...body, attachment_ids: attachments.ids } }))
  return { mail: isFaulty ? undefined : data, isError, send }
}
