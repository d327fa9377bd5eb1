import type { SelectProps } from '@mantine/core'
import { TypedSelectField } from '#web/forms/TypedSelectField.tsx'

/** A grade to choose or to type: '3' finds the grade 3, Enter takes what is marked. */
export const ClassGradeField = (props: SelectProps<string>) => (
  <TypedSelectField
    {...props}
    unknownMessage="Bitte wählen Sie eine Stufe aus der Liste."
    nothingFoundMessage="Keine Stufe gefunden."
  />
)
