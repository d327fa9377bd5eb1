import { Button, Group, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { SameGuardianWidget } from '#web/domains/families/SameGuardianWidget.tsx'
import { EditForm } from '#web/forms/EditForm.tsx'
import type { InputOf } from '#web/forms/EditFrame.tsx'
import type { FormField } from '#web/forms/fields.ts'
import pairs from '#web/forms/forms.module.css'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { AlikePupilsCard, DuplicatePupilsCard } from './DuplicatePupilsCard.tsx'
import { PupilPlaceField } from './PupilPlaceField.tsx'
import classes from './pupils.module.css'
import {
  ADDRESS_FIELDS,
  CHILD_FIELDS,
  childOf,
  GUARDIAN_FIELDS,
  isGuardianBegun,
  isKnownTaken,
  isSecondBegun,
  KNOWN_RELATION_FIELD,
  NEW_PUPIL_LABELS,
  type NewPupilDraft,
  SECOND_GUARDIAN_FIELDS,
  typedGuardian,
  useNewPupil,
} from './use-new-pupil.ts'

const TITLE = 'Schüler/in anlegen'

const NOBODY: readonly number[] = []

/** As wide as what is typed there. */
const SHORT: readonly string[] = ['house_number', 'zip']

const FieldsOf = ({ fields, inputOf }: { fields: readonly FormField[]; inputOf: InputOf }) => (
  <div className={pairs.fields}>
    {fields.map(({ key, isHalf }) => (
      <div key={key} data-half={isHalf} className={SHORT.includes(key) ? classes.shortField : undefined}>
        {inputOf(key)}
      </div>
    ))}
  </div>
)

interface PartProps {
  draft: NewPupilDraft
  inputOf: InputOf
}

/** Somebody new, or the person of a sibling who is on record already (domain §1.7). */
const GuardianPart = ({ draft: { values, set }, inputOf }: PartProps) => {
  if (isKnownTaken(values))
    return (
      <>
        <Text mb="sm">
          <strong>{String(values['known.name'])}</strong> ist schon eingetragen. Name, Telefonnummern, E-Mail und
          Anschrift gelten für alle Kinder gemeinsam.
        </Text>
        <FieldsOf fields={[KNOWN_RELATION_FIELD]} inputOf={inputOf} />
        <Button variant="default" mt="sm" onClick={() => set('known.id', '')}>
          Doch jemand anderes
        </Button>
      </>
    )
  const relationship = values['guardians.0.relationship'] ?? ''
  return (
    <>
      <FieldsOf fields={GUARDIAN_FIELDS} inputOf={inputOf} />
      {isGuardianBegun(values) && (
        <SameGuardianWidget
          person={typedGuardian(values)}
          without={NOBODY}
          onPick={({ guardian_id, fullname }) => {
            set('known.id', String(guardian_id))
            set('known.name', fullname)
            set(KNOWN_RELATION_FIELD.key, relationship)
          }}
        />
      )}
    </>
  )
}

/** Most children have two; the fields come when they are wanted. */
const SecondGuardianPart = ({ draft: { values }, inputOf }: PartProps) => {
  const [isOpen, setOpen] = useState(() => isSecondBegun(values))
  const open = () => {
    flushSync(() => setOpen(true))
    focusField(SECOND_GUARDIAN_FIELDS[0]?.key ?? '')
  }
  if (!isOpen)
    return (
      <Button variant="default" mt="md" leftSection={<Plus size={20} aria-hidden />} onClick={open}>
        Zweite Person
      </Button>
    )
  return (
    <fieldset className="sh-fieldset sh-above-5">
      <Title order={3} mb="sm">
        Zweite Person
      </Title>
      <FieldsOf fields={SECOND_GUARDIAN_FIELDS} inputOf={inputOf} />
    </fieldset>
  )
}

const NewPupilParts = ({ draft, inputOf }: PartProps) => (
  <>
    <TitledCard id="new-child" title="Kind" gap="md">
      <FieldsOf fields={CHILD_FIELDS} inputOf={inputOf} />
      <AlikePupilsCard child={childOf(draft.values)} found={draft.alike} />
    </TitledCard>
    <TitledCard id="new-place" title="Aufnahme" gap="md">
      <PupilPlaceField draft={draft} />
    </TitledCard>
    <TitledCard id="new-address" title="Anschrift" gap="md">
      <FieldsOf fields={ADDRESS_FIELDS} inputOf={inputOf} />
    </TitledCard>
    <TitledCard id="new-guardian" title="Sorgeberechtigte Person (optional)" gap="md">
      <Text c="dimmed" mb="sm">
        Wenn Sie hier etwas eintragen, sind Name und Beziehung nötig. Alle übrigen Angaben tragen Sie danach auf der
        Seite des Kindes ein.
      </Text>
      <GuardianPart draft={draft} inputOf={inputOf} />
      <SecondGuardianPart draft={draft} inputOf={inputOf} />
    </TitledCard>
    {/* Who may already be this child is shown in place of the buttons, and answered first. */}
    {draft.duplicates.length > 0 ? (
      <DuplicatePupilsCard
        child={childOf(draft.values)}
        found={draft.duplicates}
        isRunning={draft.isRunning}
        onAnyway={draft.submitAnyway}
      />
    ) : (
      <Group gap="sm" className={classes.newFoot ?? ''}>
        <ActionButton type="submit" size="md" isRunning={draft.isRunning}>
          Anlegen
        </ActionButton>
        <Button component={Link} to={paths.pupils} variant="default" size="md">
          Abbrechen
        </Button>
      </Group>
    )}
  </>
)

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
      <div className={classes.newForm}>
        <EditForm
          name={TITLE}
          edit={draft}
          labels={NEW_PUPIL_LABELS}
          submit={draft.submit}
          keepMine={draft.submit}
          arrange={(inputOf) => <NewPupilParts draft={draft} inputOf={inputOf} />}
          foot={null}
        />
      </div>
    </>
  )
}
