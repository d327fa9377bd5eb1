import { Checkbox, Select, SimpleGrid, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ChangeEvent, useState } from 'react'
import { CUSTODY_PROOF_KINDS, CUSTODY_PROOF_LABELS } from '#contract/families/families.ts'
import { RELATIONSHIP_LABELS, RELATIONSHIPS } from '#contract/families/relationships.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import classes from './Families.module.css'
import { GUARDIAN_LABELS, type GuardianValues } from './guardian-form.ts'

const RELATIONSHIP_OPTIONS = RELATIONSHIPS.map((value) => ({ value, label: RELATIONSHIP_LABELS[value] }))
const PROOF_OPTIONS = CUSTODY_PROOF_KINDS.map((value) => ({ value, label: CUSTODY_PROOF_LABELS[value] }))

const DUTIES = ['has_custody', 'lives_with_pupil', 'may_pickup', 'receives_letters', 'receives_sicknote_mail'] as const
/** What follows from custody; without it each needs a decision of its own (domain §5.5). */
const OF_CUSTODY = ['may_pickup', 'receives_letters', 'receives_sicknote_mail'] as const
type OfCustody = (typeof OF_CUSTODY)[number]
const COLUMNS = { base: 1, sm: 2 }

export interface GuardianFieldProps {
  form: UseFormReturnType<GuardianValues>
}

/** Custody taken away takes along what followed from it, and says so; given back, so is the rest. */
const useCustody = ({ values, setValues }: GuardianFieldProps['form']) => {
  const [dropped, setDropped] = useState<readonly OfCustody[]>([])
  const change = (has_custody: boolean) => {
    const moved = has_custody ? dropped : OF_CUSTODY.filter((key) => values[key])
    setValues({ has_custody, ...Object.fromEntries(moved.map((key) => [key, has_custody])) })
    setDropped(has_custody ? [] : moved)
  }
  return { change, dropped: dropped.filter((key) => !values[key]) }
}

/** What somebody is for this child, not for the siblings (domain §1.7). */
export const GuardianRelationField = ({ form }: GuardianFieldProps) => {
  const today = useToday()
  const { values } = form
  const custody = useCustody(form)
  return (
    <Stack gap="sm">
      <Select
        id="relationship"
        label={GUARDIAN_LABELS.relationship}
        placeholder="Bitte wählen"
        data={RELATIONSHIP_OPTIONS}
        allowDeselect={false}
        value={values.relationship || null}
        onChange={(value) => value && form.setFieldValue('relationship', value)}
        error={form.errors.relationship}
      />
      <SimpleGrid cols={COLUMNS} spacing="xs" verticalSpacing="xs" className="sh-padded-1">
        {DUTIES.map((duty) => (
          <Checkbox
            key={duty}
            id={duty}
            label={GUARDIAN_LABELS[duty]}
            {...form.getInputProps(duty, { type: 'checkbox' })}
            {...(duty === 'has_custody' && {
              onChange: (event: ChangeEvent<HTMLInputElement>) => custody.change(event.currentTarget.checked),
            })}
          />
        ))}
      </SimpleGrid>
      <div role="status">
        {custody.dropped.length > 0 && (
          <p className={classes.shared}>
            Ohne Sorgerecht abgewählt: {custody.dropped.map((key) => `„${GUARDIAN_LABELS[key]}“`).join(', ')}. Was
            trotzdem gelten soll, wählen Sie bitte wieder an.
          </p>
        )}
      </div>
      {values.has_custody && (
        <SimpleGrid cols={COLUMNS} spacing="md" style={{ alignItems: 'end' }}>
          <Select
            id="custody_proof_kind"
            label={`${GUARDIAN_LABELS.custody_proof_kind} (optional)`}
            placeholder="noch keiner"
            data={PROOF_OPTIONS}
            clearable
            clearButtonProps={{ 'aria-label': 'Nachweis: leeren' }}
            value={values.custody_proof_kind || null}
            onChange={(value) => form.setFieldValue('custody_proof_kind', value ?? '')}
            error={form.errors.custody_proof_kind}
          />
          <DateField
            id="custody_proof_seen_at"
            label={`${GUARDIAN_LABELS.custody_proof_seen_at} (optional)`}
            value={values.custody_proof_seen_at}
            onChange={(day) => form.setFieldValue('custody_proof_seen_at', day)}
            error={form.errors.custody_proof_seen_at}
            today={today}
            max={today}
            autoComplete="off"
          />
        </SimpleGrid>
      )}
    </Stack>
  )
}
