import type { FormEventHandler, ReactNode } from 'react'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCard } from '#web/ui/native/NativeCard.tsx'
import { NativeErrorSummary } from '#web/ui/native/NativeErrorSummary.tsx'
import type { useNativeForm } from '#web/ui/native/use-native-form.ts'
import { errorsInOrder, type SetupValues } from './SchoolForm.tsx'
import classes from './school-form.module.css'

interface SetupStepCardProps {
  title?: string
  form: Pick<ReturnType<typeof useNativeForm<SetupValues>>, 'attempt' | 'errors' | 'isRunning'>
  /** The labels of all fields by their dotted names. */
  labels: Record<string, string>
  onSubmit: FormEventHandler
  /** Missing on the first step. */
  onBack?: (() => void) | undefined
  /** The name of the button that goes on. */
  goOn: string
  children: ReactNode
}

/** One step of the set-up: what is refused, its inputs, and the ways back and on. */
export const SetupStepCard = ({ title, form, labels, onSubmit, onBack, goOn, children }: SetupStepCardProps) => (
  <form className={classes.form} onSubmit={onSubmit} noValidate>
    <NativeErrorSummary errors={errorsInOrder(form.errors, labels)} attempt={form.attempt} />
    <NativeCard {...(title ? { title } : {})}>
      {children}
      <ButtonRow {...(onBack ? {} : { align: 'end' })}>
        {onBack && <NativeButton onClick={onBack}>Zurück</NativeButton>}
        <NativeButton type="submit" look="primary" isBusy={form.isRunning}>
          {goOn}
        </NativeButton>
      </ButtonRow>
    </NativeCard>
  </form>
)
