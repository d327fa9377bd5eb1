import { Checkbox, Select, SimpleGrid, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CUSTODY_PROOF_KINDS, CUSTODY_PROOF_LABELS } from '#contract/families.ts'
import { RELATIONSHIP_LABELS, RELATIONSHIPS } from '#contract/relationships.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/ui/DateField.tsx'
import classes from './Families.module.css'
import { GUARDIAN_LABELS, type GuardianValues } from './guardian-form.ts'

const RELATIONSHIP_OPTIONS = RELATIONSHIPS.map((value) => ({ value, label: RELATIONSHIP_LABELS[value] }))
const PROOF_OPTIONS = CUSTODY_PROOF_KINDS.map((value) => ({ value, label: CUSTODY_PROOF_LABELS[value] }))

const DUTIES = ['has_custody', 'lives_with_pupil', 'may_pickup', 'receives_letters', 'receives_sicknote_mail'] as const
const COLUMNS = { base: 1, sm: 2 }

export interface GuardianFieldProps {
  form: UseFormReturnType<GuardianValues>
}

/** What somebody is for this child, not for the siblings (domain §1.7). */
export const GuardianRelationField = ({ form }: GuardianFieldProps) => {
  const today = useToday()
  const { values } = form
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
      <SimpleGrid cols={COLUMNS} spacing="xs" verticalSpacing="xs" className={classes.duties ?? ''}>
        {DUTIES.map((duty) => (
          <Checkbox
            key={duty}
            id={duty}
            label={GUARDIAN_LABELS[duty]}
            {...form.getInputProps(duty, { type: 'checkbox' })}
          />
        ))}
      </SimpleGrid>
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
