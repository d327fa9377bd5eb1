import { Chip, Group } from '@mantine/core'
import { LESSONS } from '#contract/sicknotes/sicknotes.reasons.ts'
import type { NoteInputs } from './sicknote-form.ts'
import classes from './sicknotes.module.css'

interface SicknoteLessonsFieldProps extends Pick<NoteInputs, 'values' | 'set'> {
  label: string
}

/** Which lessons of the day; these are what is counted. */
export const SicknoteLessonsField = ({ values, set, label }: SicknoteLessonsFieldProps) => (
  <fieldset className={`sh-fieldset ${classes.choice}`} id="lessons" tabIndex={-1}>
    <legend>{label}</legend>
    <Chip.Group
      multiple
      value={values.lessons.map(String)}
      onChange={(lessons) => set({ lessons: lessons.map(Number).sort((a, b) => a - b) })}
    >
      <Group gap="xs">
        {LESSONS.map((lesson) => (
          <Chip key={lesson} value={String(lesson)}>
            {`${lesson}.`}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  </fieldset>
)
