import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  CIRCULAR_BODY_MAX,
  CIRCULAR_SUBJECT_MAX,
  CIRCULAR_SUBJECT_NAMES,
  circularFault,
} from '#contract/circulars/circulars.text.ts'
import { counted } from '#contract/counted.ts'
import { DATA_CHECK_MAIL, DATA_CHECK_TEXTS, lastDayFrom } from '#contract/datachecks/datachecks.texts.ts'
import {
  type DataCheckAudience,
  DataCheckPreview,
  DataCheckStart,
  dataCheckEndpoints,
} from '#contract/datachecks/datachecks.ts'
import { addDays } from '#contract/dates.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { useToday } from '#web/api/base-data.ts'
import { explainFailure } from '#web/api/errors.ts'
import { previewQuery, queryFor, useCall } from '#web/api/queries.ts'
import type { FieldValues, FormField } from '#web/forms/fields.ts'
import { saverOf, useEdit } from '#web/forms/use-edit.ts'
import { useInsert } from '#web/forms/use-insert.ts'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { schemaErrors } from '#web/ui/form-errors.ts'

const PAUSE_MS = 300
const WHOM = [
  { value: 'school', label: 'alle Klassen' },
  { value: 'grades', label: 'einzelne Klassenstufen' },
  { value: 'classes', label: 'einzelne Klassen' },
]

const listOf = (values: FieldValues, key: string) => ((values[key] ?? []) as readonly string[]).map(Number)

const audienceOf = (values: FieldValues, skips_answered = true): DataCheckAudience => ({
  skips_answered,
  is_whole_school: values.whom === 'school',
  grade_ids: values.whom === 'grades' ? listOf(values, 'grade_ids') : [],
  class_ids: values.whom === 'classes' ? listOf(values, 'class_ids') : [],
})
const isChosen = ({ is_whole_school, grade_ids, class_ids }: DataCheckAudience) =>
  is_whole_school || grade_ids.length + class_ids.length > 0

const textOf = ({ subject, body, ends_on }: FieldValues) => ({
  ...{ subject: String(subject ?? ''), body: String(body ?? ''), ends_on: String(ends_on ?? '') },
})

/** All faults at once, in the order of the page: a schema looks at the choice only when the texts are right. */
const faultsOf = (values: FieldValues, today: string): Record<string, string> => {
  const audience = audienceOf(values)
  const text = textOf(values)
  return {
    ...(isChosen(audience)
      ? {}
      : String(values.whom) === 'grades'
        ? { grade_ids: DATA_CHECK_TEXTS.noGradeChosen }
        : { class_ids: DATA_CHECK_TEXTS.nobodyChosen }),
    ...schemaErrors(DataCheckStart)({ ...audience, ...text, reader_count: 1 }),
    ...(text.ends_on !== '' && text.ends_on <= today ? { ends_on: DATA_CHECK_TEXTS.endPast } : {}),
    ...(text.ends_on > lastDayFrom(today) ? { ends_on: DATA_CHECK_TEXTS.endLate } : {}),
  }
}

export interface Wording {
  subject: string
  body: string
}

const useFields = ({ subject, body }: Wording, today: string): readonly FormField[] => {
  const classes = useQuery(queryFor(schoolclassEndpoints.list, {})).data ?? []
  const grades = useQuery(queryFor(schoolgradeEndpoints.list, {})).data?.schoolgrades ?? []
  return [
    { key: 'whom', label: 'Die Eltern von', kind: 'choice', choices: WHOM, initial: 'school' },
    {
      key: 'grade_ids',
      label: 'Klassenstufen',
      kind: 'several',
      choices: grades.map(({ id, grade }) => ({ value: String(id), label: String(grade) })),
    },
    {
      key: 'class_ids',
      label: 'Klassen',
      kind: 'several',
      choices: classes.map(({ id, classgradePlain }) => ({ value: String(id), label: classgradePlain })),
    },
    {
      key: 'ends_on',
      label: 'Der Link gilt bis',
      kind: 'date',
      initial: lastDayFrom(today),
      days: { first: addDays(today, 1), last: lastDayFrom(today), isAhead: true },
    },
    { key: 'subject', label: 'Betreff', kind: 'text', max: CIRCULAR_SUBJECT_MAX, initial: subject },
    { key: 'body', label: 'Text', kind: 'lines', max: CIRCULAR_BODY_MAX, rows: 9, initial: body },
  ]
}

const asks = (key: string, { whom }: FieldValues) => {
  if (key === 'grade_ids') return whom === 'grades'
  return key === 'class_ids' ? whom === 'classes' : true
}

/** Who is asked, as the server says; nothing while nobody is chosen. */
const usePlan = (audience: DataCheckAudience) => {
  const enabled = isChosen(audience)
  const plan = useQuery({ ...previewQuery(dataCheckEndpoints.plan, { body: audience }), enabled })
  return { refetch: plan.refetch, plan: enabled ? plan.data : undefined, hasFailed: enabled && plan.isError }
}

const isSure = (count: number, mails: number) =>
  confirmDialog({
    title: 'Datenabgleich beginnen?',
    message: `${counted(count, 'Person wird', 'Personen werden')} gefragt. ${counted(mails, 'E-Mail geht', 'E-Mails gehen')} gleich hinaus und ${mails === 1 ? 'lässt' : 'lassen'} sich nicht zurückholen.`,
    accept: 'Beginnen',
  })

/** A round while it is prepared: its text, who is asked, and what one of them reads. */
export const useNewCheck = (wording: Wording) => {
  const today = useToday()
  const navigate = useNavigate()
  const fields = useFields(wording, today)
  const edit = useEdit<never>({
    fields,
    asks,
    loaded: undefined,
    loadAnew: async () => undefined,
    faultsOf: (values) => faultsOf(values, today),
    invalidates: [dataCheckEndpoints.list, dataCheckEndpoints.wording],
  })
  const [skipsAnswered, setSkipsAnswered] = useState(true)
  const audience = audienceOf(edit.values, skipsAnswered)
  const { plan, hasFailed, refetch } = usePlan(audience)
  const start = useCall(dataCheckEndpoints.start, {
    ...edit.calls,
    // Others may be asked by now: they are shown anew.
    onFailure: async (failure) => {
      await explainFailure(failure)
      await refetch()
    },
  })
  const saver = saverOf(edit, {
    onAdd: async (_whole, idempotencyKey) => {
      const readers = plan?.readers ?? []
      if (!(await isSure(readers.length, readers.filter(({ is_mailed }) => is_mailed).length))) return undefined
      const body = { ...audience, ...textOf(edit.values), reader_count: Math.max(1, readers.length) }
      const reply = await start.run({ body, idempotencyKey })
      if (!reply) return undefined
      setTimeout(() => void navigate({ to: paths.dataCheck(reply.id) }))
      return { message: reply.message }
    },
    close: () => {},
    isRunning: start.isRunning,
  })
  const insert = useInsert({ set: edit.set, subject: CIRCULAR_SUBJECT_NAMES })
  const { subject, body } = textOf(edit.values)
  const restore = () => {
    edit.set('subject', DATA_CHECK_MAIL.subject)
    edit.set('body', DATA_CHECK_MAIL.body)
  }
  return {
    ...{ edit, saver, audience, plan, hasFailed, insert, setSkipsAnswered, restore, isRunning: start.isRunning },
    isOwnWording: subject !== DATA_CHECK_MAIL.subject || body !== DATA_CHECK_MAIL.body,
  }
}
export type NewCheck = ReturnType<typeof useNewCheck>

/** Why there is no preview although somebody is chosen, in the words that circulars use. */
export const previewFault = (values: FieldValues) => {
  const { subject, body } = textOf(values)
  const fault = circularFault(subject, 'subject') ?? circularFault(body, 'families')
  return fault ?? 'Sobald Betreff und Text stehen, sehen Sie hier die E-Mail.'
}

/** What one of those who are asked reads; undefined while the text has a fault. */
export const useCheckPreview = ({ edit: { values }, audience }: NewCheck, readerId: number | undefined) => {
  // The value is compared as text, because the object is a new one at each drawing and would never settle.
  const [settled] = useDebouncedValue(JSON.stringify({ ...audience, ...textOf(values), reader_id: readerId }), PAUSE_MS)
  const body = JSON.parse(settled)
  const enabled = DataCheckPreview.safeParse(body).success
  const { data } = useQuery({ ...previewQuery(dataCheckEndpoints.preview, { body }, { quiet: true }), enabled })
  return enabled ? data : undefined
}
