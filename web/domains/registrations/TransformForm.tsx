import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { pupilStatsEndpoints } from '#contract/pupils.stats.ts'
import { PUPIL_STATUS_LABELS, type PupilStatus, pupilEndpoints } from '#contract/pupils.ts'
import {
  type DuplicatePupil,
  DuplicatesReply,
  OPEN_POINT_LABELS,
  type TransformOptions,
} from '#contract/registrations.transform.ts'
import { type RegistrationDetails, registrationEndpoints } from '#contract/registrations.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { childName } from './child-name.ts'
import { pupilLinkText } from './RegistrationHintsCard.tsx'
import classes from './TransformDialog.module.css'
import { initialChoice, NEW, OPEN_CLASS, type TransformChoice, transformBody } from './transform-choice.ts'

const PUPIL_NOUNS = { f: 'Schülerin', m: 'Schüler', d: 'Schüler/in' } as const

const classText = ({ pupil_count, capacity }: TransformOptions['classes'][number]) =>
  capacity === null
    ? `${pupil_count} ${pupil_count === 1 ? 'Kind' : 'Kinder'}`
    : `${pupil_count} von ${capacity} Plätzen belegt`

const pupilText = ({ birthdate, status, school_short }: DuplicatePupil) =>
  `geb. ${formatDate(birthdate)}, ${PUPIL_STATUS_LABELS[status as PupilStatus] ?? status}, ${school_short}`

const useTransform = (details: RegistrationDetails, options: TransformOptions, onClose: () => void) => {
  const [choice, setChoice] = useState(() => initialChoice(options))
  const [found, setFound] = useState(options.duplicates.exact)
  const [isRefused, setRefused] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const transform = useCall(registrationEndpoints.transformToPupil, {
    invalidates: [
      registrationEndpoints.get,
      registrationEndpoints.list,
      registrationEndpoints.latest,
      pupilEndpoints.list,
      pupilStatsEndpoints.get,
    ],
    onFieldErrors: setErrors,
    onFailure: async (failure) => {
      const reply = DuplicatesReply.safeParse(failure.body)
      if (!reply.success) return explainFailure(failure)
      setFound(reply.data.duplicates)
      setChoice((before) => ({ ...before, child: '' }))
      setRefused(true)
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRefused(choice.child === '')
    if (choice.child === '') return
    setErrors({})
    const reply = await transform.run({ body: transformBody(details.id, choice) })
    if (!reply) return
    onClose()
    const noun = PUPIL_NOUNS[details.answers.meta.child_gender]
    const done = choice.child === NEW ? `als ${noun} angelegt` : 'mit dem vorhandenen Eintrag verknüpft'
    const link = { text: pupilLinkText(details), to: paths.pupil(reply.pupil_id) }
    await notify(`${childName(details)} wurde ${done}.`, { link, about: `registration ${details.id}` })
  }
  const choose = (changes: Partial<TransformChoice>) => setChoice((before) => ({ ...before, ...changes }))
  return { choice, choose, found, isRefused: isRefused && choice.child === '', submit, errors, transform }
}

const OpenPoints = ({ points }: { points: TransformOptions['open_points'] }) =>
  points.length > 0 && (
    <Alert color="yellow" icon={<CircleAlert size={20} aria-hidden />} title="Noch offen">
      {points.map((point) => (
        <div key={point}>{OPEN_POINT_LABELS[point]}</div>
      ))}
    </Alert>
  )

interface ChildChoiceProps {
  pupils: readonly DuplicatePupil[]
  isCertain: boolean
  chosen: string
  isRefused: boolean
  onChoose: (child: string) => void
}

/** Whether this is a child the school has already; at a partner school it can only be known, not linked. */
const ChildChoice = ({ pupils, isCertain, chosen, isRefused, onChoose }: ChildChoiceProps) => {
  const school = useSignedIn()?.school?.short
  if (pupils.length === 0) return null
  const title = isCertain ? 'Dieses Kind gibt es schon' : 'Dieses Kind gibt es möglicherweise schon'
  const elsewhere = pupils.filter(({ school_short }) => school_short !== school)
  return (
    <Radio.Group
      label={title}
      description={elsewhere.map((pupil) => `${fullName(pupil)}, ${pupilText(pupil)}`).join('; ') || undefined}
      value={chosen}
      onChange={onChoose}
      error={isRefused && 'Bitte wählen Sie einen Wert.'}
    >
      <Stack gap="xs" mt={4}>
        {pupils
          .filter(({ school_short }) => school_short === school)
          .map((pupil) => (
            <Radio
              key={pupil.id}
              value={String(pupil.id)}
              label={`Mit vorhandenem verknüpfen: ${fullName(pupil)}`}
              description={pupilText(pupil)}
            />
          ))}
        <Radio value={NEW} label="Trotzdem neu anlegen" />
      </Stack>
    </Radio.Group>
  )
}

const GuardianChoices = ({
  guardians,
  chosen,
  onChoose,
}: {
  guardians: TransformOptions['guardians']
  chosen: TransformChoice['guardians']
  onChoose: (guardians: TransformChoice['guardians']) => void
}) =>
  guardians
    .filter(({ candidates }) => candidates.length > 0)
    .map(({ position, fullname, candidates }) => (
      <Radio.Group
        key={position}
        label={`Sorgeberechtigte Person: ${fullname}`}
        value={chosen[position] ?? NEW}
        onChange={(id) => onChoose({ ...chosen, [position]: id })}
      >
        <Stack gap="xs" mt={4}>
          {candidates.map(({ guardian_id, fullname: name, mail, pupils }) => (
            <Radio
              key={guardian_id}
              value={String(guardian_id)}
              label={`Vorhandenen Eintrag verwenden: ${name}`}
              description={[mail, pupils.length > 0 && `Kinder: ${pupils.join(', ')}`].filter(Boolean).join(' · ')}
            />
          ))}
          <Radio value={NEW} label="Neu anlegen" />
        </Stack>
      </Radio.Group>
    ))

interface TransformFormProps {
  details: RegistrationDetails
  options: TransformOptions
  onClose: () => void
}

/** Class, duplicates and guardians for the step from application to pupil (domain §3.3). */
export const TransformForm = ({ details, options, onClose }: TransformFormProps) => {
  const { choice, choose, found, isRefused, submit, errors, transform } = useTransform(details, options, onClose)
  const isNew = choice.child === NEW || choice.child === ''
  const pupils = [...found, ...options.duplicates.likely.filter(({ id }) => !found.some((pupil) => pupil.id === id))]
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">
          {`${childName(details)}, geb. ${formatDate(details.child_birthdate)} · Klassenstufe ${options.grade} · Schuljahr ${options.school_year.name} · Aufnahme am ${formatDate(options.date_entry)}`}
        </Text>
        <OpenPoints points={options.open_points} />
        <ChildChoice
          pupils={pupils}
          isCertain={found.length > 0}
          chosen={choice.child}
          isRefused={isRefused}
          onChoose={(child) => choose({ child })}
        />
        {isNew && (
          <Radio.Group
            label="Klasse"
            value={choice.schoolclass}
            onChange={(schoolclass) => choose({ schoolclass })}
            error={errors.schoolclass_id}
          >
            <Stack gap="xs" mt={4}>
              {options.classes.map((one) => (
                <Radio key={one.id} value={String(one.id)} label={one.classgradePlain} description={classText(one)} />
              ))}
              <Radio value={OPEN_CLASS} label="Klasse noch offen" />
            </Stack>
          </Radio.Group>
        )}
        {isNew && (
          <GuardianChoices
            guardians={options.guardians}
            chosen={choice.guardians}
            onChoose={(guardians) => choose({ guardians })}
          />
        )}
        <Group justify="flex-end" gap="sm" className={classes.buttons ?? ''}>
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <ActionButton type="submit" isRunning={transform.isRunning}>
            {isNew ? 'Übernehmen' : 'Verknüpfen'}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
