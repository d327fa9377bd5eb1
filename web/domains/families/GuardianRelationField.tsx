import { SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { GuardianRelation } from '#contract/families/guardian.record.ts'
import type { InputOf } from '#web/forms/EditFrame.tsx'
import { fieldsIn } from '#web/forms/fields.ts'
import type { Edit } from '#web/forms/use-edit.ts'
import classes from './Families.module.css'

const DUTIES = ['has_custody', 'lives_with_pupil', 'may_pickup', 'receives_letters', 'receives_sicknote_mail'] as const
/** What follows from custody; without it each needs a decision of its own (domain §5.5). */
const OF_CUSTODY = ['may_pickup', 'receives_letters', 'receives_sicknote_mail'] as const

export const COLUMNS = { base: 1, sm: 2 }

/** What is asked of somebody for one child. */
export const RELATION_FIELDS = fieldsIn(GuardianRelation, [
  'relationship',
  ...DUTIES,
  'custody_proof_kind',
  'custody_proof_seen_at',
]).map((field) => (field.kind === 'choice' ? { ...field, isList: true as const } : field))

const LABELS = Object.fromEntries(RELATION_FIELDS.map(({ key, label }) => [key, label]))

type RelationEdit = Pick<Edit<unknown, unknown, unknown>, 'values' | 'set'>

/** Custody taken away takes along what followed from it, and says so; given back, so is the rest. */
const useCustody = ({ values, set }: RelationEdit) => {
  const [dropped, setDropped] = useState<readonly string[]>([])
  const change = (hasCustody: boolean) => {
    const moved = hasCustody ? dropped : OF_CUSTODY.filter((key) => values[key])
    for (const key of ['has_custody', ...moved]) set(key, hasCustody)
    setDropped(hasCustody ? [] : moved)
  }
  return { change, dropped: dropped.filter((key) => !values[key]) }
}

/** What somebody is for this child, not for the siblings (domain §1.7). */
export const GuardianRelationField = ({ edit, inputOf }: { edit: RelationEdit; inputOf: InputOf }) => {
  const custody = useCustody(edit)
  // Without custody nobody gets these mails, so there is nothing to tick; a tick of earlier can be taken away.
  const offersMails = edit.values.has_custody || edit.values.receives_sicknote_mail
  return (
    <Stack gap="sm">
      {inputOf('relationship')}
      <SimpleGrid cols={COLUMNS} spacing="xs" verticalSpacing="xs" className="sh-padded-1">
        {DUTIES.filter((duty) => offersMails || duty !== 'receives_sicknote_mail').map((duty) =>
          duty === 'has_custody' ? inputOf(duty, (value) => custody.change(value === true)) : inputOf(duty),
        )}
      </SimpleGrid>
      <div role="status">
        {custody.dropped.length > 0 && (
          <p className={classes.shared}>
            Ohne Sorgerecht abgewählt: {custody.dropped.map((key) => `„${LABELS[key]}“`).join(', ')}. Was trotzdem
            gelten soll, wählen Sie bitte wieder an.
          </p>
        )}
      </div>
      {edit.values.has_custody && (
        <SimpleGrid cols={COLUMNS} spacing="md" style={{ alignItems: 'end' }}>
          {inputOf('custody_proof_kind')}
          {inputOf('custody_proof_seen_at')}
        </SimpleGrid>
      )}
    </Stack>
  )
}
