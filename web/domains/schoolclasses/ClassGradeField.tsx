import type { SelectProps } from '@mantine/core'
import { TypedSelectField } from '#web/ui/TypedSelectField.tsx'

/** A grade to choose or to type: '3' finds the grade 3, Enter and Tab take what is marked. */
export const ClassGradeField = (props: SelectProps<string>) => (
  <TypedSelectField {...props} takesOnLeaving nothingFoundMessage="Keine Stufe gefunden." />
)
