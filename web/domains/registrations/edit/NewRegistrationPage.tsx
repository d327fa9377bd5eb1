import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { firstMessages } from '#contract/first-messages.ts'
import { initialForm } from '#contract/registrations/registrations.answers.ts'
import { checkRegistration } from '#contract/registrations/registrations.check.ts'
import { entryGrade } from '#contract/registrations/registrations.child-fields.ts'
import type {
  RegistrationForm as FormAnswers,
  FormContext,
  FormFacts,
} from '#contract/registrations/registrations.form.ts'
import { type RegistrationStatus, STATUS_LABELS, STATUS_ORDER } from '#contract/registrations/registrations.status.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { formFactsQuery, openYearOf } from '#web/domains/registrations/registration-list-query.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { RegistrationAnswersForm, useRefusedAnswers } from './RegistrationAnswersForm.tsx'
import classes from './registration-edit.module.css'

interface TypedEntry {
  answers: FormAnswers
  status: RegistrationStatus
  wantsOptin: boolean
}

/** Most papers are for the open year and the entry grade: both stand there already. */
const startForm = (context: FormContext): FormAnswers => {
  const form = initialForm(context)
  const entry = entryGrade(context) === undefined ? form.meta.entry_type : 'regular'
  return { ...form, school_year_id: openYearOf(context), meta: { ...form.meta, entry_type: entry } }
}

const mailsOf = ({ contacts }: FormAnswers) =>
  contacts.flatMap(({ mail }) => (typeof mail === 'string' && mail.includes('@') ? [mail] : []))

/** An application typed from paper: the form's rules validate it on submit, and an error goes away once its field is corrected. */
const useNewRegistration = (
  context: FormContext,
  onSaved: (saved: Reply<typeof registrationEndpoints.add>) => void,
) => {
  const { preserved, remember } = usePreservedInput<TypedEntry>()
  const [typed, setTyped] = useState<TypedEntry>(
    () => preserved ?? { answers: startForm(context), status: 'new', wantsOptin: false },
  )
  const [isDirty, setDirty] = useState(preserved !== undefined)
  useEffect(() => remember(isDirty ? typed : undefined))
  const refused = useRefusedAnswers()
  const keyOf = useSendKey()
  const add = useCall(registrationEndpoints.add, {
    invalidates: [registrationEndpoints.list, registrationEndpoints.latest],
    onFieldErrors: refused.refuse,
  })
  const { answers, status } = typed
  const mails = mailsOf(answers)
  const sendsOptin = typed.wantsOptin && mails.length > 0
  return {
    answers,
    status,
    mails,
    sendsOptin,
    isDirty,
    isRunning: add.isRunning,
    refused,
    set: (part: Partial<TypedEntry>) => setTyped((before) => ({ ...before, ...part })),
    setAnswers: (changed: FormAnswers) => {
      setTyped((before) => ({ ...before, answers: changed }))
      setDirty(true)
      refused.freeMended(() => checkRegistration(changed, context))
    },
    submit: async () => {
      const found = firstMessages(checkRegistration(answers, context).errors)
      if (Object.keys(found).length > 0) return refused.refuse(found)
      refused.clear()
      const body = { ...answers, status, send_optin: sendsOptin }
      const saved = await add.run({ body, idempotencyKey: keyOf(body) })
      if (saved) onSaved(saved)
    },
  }
}

/** Awaited by the router; a failure is told by the page. */
export const loadFormFacts = () => queryClient.prefetchQuery(formFactsQuery)

const ADMISSION = { id: 'entry-options', title: 'Aufnahme' }

const EntryForm = ({ facts }: { facts: FormFacts }) => {
  const navigate = useNavigate()
  const context: FormContext = { ...facts, mode: 'staff' }
  const entry = useNewRegistration(context, async ({ id, number }) => {
    await navigate({ to: paths.registration(id), ignoreBlocker: true })
    notify(`Die Bewerbung ${number} ist angelegt.`)
  })
  const { mails } = entry
  useUnsavedChanges(entry.isDirty)
  return (
    <RegistrationAnswersForm edited={entry} context={context} more={[ADMISSION]}>
      {/* What is decided beside the family's answers: status, and whether a mail goes out at all. */}
      <TitledCard {...ADMISSION} gap="md">
        <Stack gap="md">
          <NativeSelect
            id="status"
            label="Status"
            maw={240}
            value={entry.status}
            onChange={(event) => entry.set({ status: event.currentTarget.value as RegistrationStatus })}
            data={STATUS_ORDER.map((value) => ({ value, label: STATUS_LABELS[value] }))}
            error={entry.refused.errors.status}
          />
          <Checkbox
            label="Bestätigungslink senden"
            description={
              mails.length > 0 ? `An ${mails.join(' und ')}` : 'Dafür fehlt eine E-Mail-Adresse der Familie.'
            }
            disabled={mails.length === 0}
            checked={entry.sendsOptin}
            onChange={(event) => entry.set({ wantsOptin: event.currentTarget.checked })}
          />
        </Stack>
      </TitledCard>
      <div className={`sh-row sh-padded-3 sh-gap-3 sh-rule-above sh-screen-only ${classes.foot}`}>
        <ActionButton type="submit" size="md" isRunning={entry.isRunning}>
          Bewerbung anlegen
        </ActionButton>
        <Button component={Link} to={paths.registrations} variant="default" size="md">
          Abbrechen
        </Button>
      </div>
    </RegistrationAnswersForm>
  )
}

/** An application from paper or telephone: the form's own fields, mail only on wish (domain §3.6). */
export const NewRegistrationPage = () => {
  const { data: facts, isError, refetch } = useQuery(formFactsQuery)
  return (
    <>
      <PageTitle
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Bewerbungen', to: paths.registrations }]} current="Neue Bewerbung" />}
      >
        Neue Bewerbung
      </PageTitle>
      {facts && facts.schoolyears.length > 0 && <EntryForm facts={facts} />}
      {isError && !facts && <NotLoaded onRetry={() => void refetch()} />}
      {facts?.schoolyears.length === 0 && (
        <EmptyState
          title="Zurzeit kann keine Bewerbung aufgenommen werden."
          text="Es gibt kein Schuljahr, das läuft oder geplant ist."
        />
      )}
    </>
  )
}
