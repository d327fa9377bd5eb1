import { Button, Card, Group, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SameGuardianWidget } from '#web/domains/families/SameGuardianWidget.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import type { FormField } from '#web/forms/fields.ts'
import pairs from '#web/forms/forms.module.css'
import { InputField } from '#web/forms/InputField.tsx'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { DuplicatePupilsCard } from './DuplicatePupilsCard.tsx'
import { PupilPlaceField } from './PupilPlaceField.tsx'
import classes from './PupilSections.module.css'
import {
  ADDRESS_FIELDS,
  CHILD_FIELDS,
  childOf,
  GUARDIAN_FIELDS,
  isGuardianBegun,
  isKnownTaken,
  KNOWN_RELATION_FIELD,
  NEW_PUPIL_LABELS,
  type NewPupilDraft,
  typedGuardian,
  useNewPupil,
} from './use-new-pupil.ts'

const TITLE = 'Schüler/in anlegen'

const NOBODY: readonly number[] = []

const FieldsOf = ({ fields, draft }: { fields: readonly FormField[]; draft: NewPupilDraft }) => (
  <div className={pairs.fields}>
    {fields.map((field) => (
      <div key={field.key} data-half={field.isHalf}>
        <InputField
          field={field}
          value={draft.values[field.key] ?? ''}
          error={draft.errors[field.key]}
          onChange={(value) => draft.set({ [field.key]: value })}
        />
      </div>
    ))}
  </div>
)

const PartCard = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <Card component="section" aria-labelledby={id}>
    <Title order={2} id={id} mb="md">
      {title}
    </Title>
    {children}
  </Card>
)

/** Somebody new, or the person of a sibling who is on record already (domain §1.7). */
const GuardianPart = ({ draft }: { draft: NewPupilDraft }) => {
  const { values, set } = draft
  if (isKnownTaken(values))
    return (
      <>
        <Text mb="sm">
          <strong>{String(values['known.name'])}</strong> ist schon eingetragen. Name, Telefonnummern, E-Mail und
          Anschrift gelten für alle Kinder gemeinsam.
        </Text>
        <FieldsOf fields={[KNOWN_RELATION_FIELD]} draft={draft} />
        <Button variant="default" mt="sm" onClick={() => set({ 'known.id': '', 'known.name': '' })}>
          Doch jemand anderes
        </Button>
      </>
    )
  const relationship = values['guardians.0.relationship'] ?? ''
  return (
    <>
      <FieldsOf fields={GUARDIAN_FIELDS} draft={draft} />
      {isGuardianBegun(values) && (
        <SameGuardianWidget
          person={typedGuardian(values)}
          without={NOBODY}
          onPick={({ guardian_id, fullname }) =>
            set({
              'known.id': String(guardian_id),
              'known.name': fullname,
              [KNOWN_RELATION_FIELD.key]: relationship,
            })
          }
        />
      )}
    </>
  )
}

/** Somebody new at the school without an application: few fields, the rest follows on the pupil's page. */
export const NewPupilPage = () => {
  const navigate = useNavigate()
  const draft = useNewPupil(async ({ id, message }) => {
    await navigate({ to: paths.pupil(id), ignoreBlocker: true })
    notify(message)
  })
  useUnsavedChanges(draft.isDirty)
  return (
    <>
      <PageTitle
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Schülerinnen und Schüler', to: paths.pupils }]} current={TITLE} />}
      >
        {TITLE}
      </PageTitle>
      <form
        className={`sh-column sh-gap-4 ${classes.newForm}`}
        aria-label={TITLE}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // While somebody like this child is shown only the buttons there decide, not Enter in a field.
          if (draft.duplicates.length === 0) draft.submit()
        }}
      >
        <ErrorSummary errors={draft.errors} labels={NEW_PUPIL_LABELS} attempt={draft.attempt} />
        <PartCard id="new-child" title="Kind">
          <FieldsOf fields={CHILD_FIELDS} draft={draft} />
        </PartCard>
        <PartCard id="new-place" title="Aufnahme">
          <PupilPlaceField draft={draft} />
        </PartCard>
        <PartCard id="new-address" title="Anschrift">
          <FieldsOf fields={ADDRESS_FIELDS} draft={draft} />
        </PartCard>
        <PartCard id="new-guardian" title="Sorgeberechtigte Person (optional)">
          <Text c="dimmed" mb="sm">
            Eine weitere Person und alle übrigen Angaben tragen Sie danach auf der Seite des Kindes ein.
          </Text>
          <GuardianPart draft={draft} />
        </PartCard>
        {/* Who may already be this child is shown in place of the buttons, and answered first. */}
        {draft.duplicates.length > 0 ? (
          <DuplicatePupilsCard
            child={childOf(draft.values)}
            found={draft.duplicates}
            isRunning={draft.isRunning}
            onAnyway={draft.submitAnyway}
          />
        ) : (
          <Group gap="sm">
            <ActionButton type="submit" size="md" isRunning={draft.isRunning}>
              Anlegen
            </ActionButton>
            <Button component={Link} to={paths.pupils} variant="default" size="md">
              Abbrechen
            </Button>
          </Group>
        )}
      </form>
    </>
  )
}
