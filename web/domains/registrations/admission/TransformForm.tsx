import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { OPEN_POINT_LABELS, type TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { childName } from '#web/domains/registrations/child-name.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TransformChildField } from './TransformChildField.tsx'
import { TransformGuardiansField } from './TransformGuardiansField.tsx'
import { TransformSiblingsCard } from './TransformSiblingsCard.tsx'
import { TransformWishField } from './TransformWishField.tsx'
import { isLink, OPEN_CLASS } from './transform-choice.ts'
import { useTransform } from './use-transform.ts'

const classText = ({ pupil_count, capacity }: TransformOptions['classes'][number]) =>
  capacity === null
    ? `${pupil_count} ${pupil_count === 1 ? 'Kind' : 'Kinder'}`
    : `${pupil_count} von ${capacity} Plätzen belegt`

const OpenPoints = ({ points }: { points: TransformOptions['open_points'] }) =>
  points.length > 0 && (
    <Alert color="yellow" icon={<CircleAlert size={20} aria-hidden />} title="Noch offen">
      {points.map((point) => (
        <div key={point}>{OPEN_POINT_LABELS[point]}</div>
      ))}
    </Alert>
  )

interface TransformFormProps {
  details: RegistrationDetails
  options: TransformOptions
  onClose: () => void
}

/** Class, duplicates and guardians for the step from application to pupil (domain §3.3). */
export const TransformForm = ({ details, options, onClose }: TransformFormProps) => {
  const { choice, choose, found, isRefused, isWished, submit, errors, transform, form } = useTransform(details, {
    options,
    onClose,
  })
  const isNew = !isLink(choice.child)
  const pupils = [...found, ...options.duplicates.likely.filter(({ id }) => !found.some((pupil) => pupil.id === id))]
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">
          {`${childName(details)}, geb. ${formatDate(details.child_birthdate)} · Klassenstufe ${options.grade} · Schuljahr ${options.school_year.name} · Aufnahme am ${formatDate(options.date_entry)}`}
        </Text>
        {isWished && (
          <TransformWishField
            wish={options.wish}
            isDeclined={choice.declinesWish}
            error={errors.declines_wish}
            onDecline={(declinesWish) => choose({ declinesWish })}
          />
        )}
        <OpenPoints points={options.open_points} />
        <TransformChildField
          pupils={pupils}
          changes={options.school_changes}
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
          <>
            <TransformSiblingsCard options={options} chosen={choice.guardians} />
            <TransformGuardiansField offers={options.guardians} chosen={choice} onChoose={choose} />
          </>
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
