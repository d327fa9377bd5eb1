import { Progress, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './pupilimports.module.css'

export const STEPS = ['Datei wählen', 'Spalten zuordnen', 'Prüfen', 'Importieren'] as const

/** 'Schritt 2 von 4: Spalten zuordnen' (ux §3.13); takes the focus when the step changes, and where one goes on. */
export const ImportStepsCard = ({ step }: { step: number }) => {
  const text = useRef<HTMLParagraphElement>(null)
  // The first step is the page itself, whose title has the focus.
  const shown = useRef(1)
  useEffect(() => {
    if (shown.current !== step) text.current?.focus()
    shown.current = step
  }, [step])
  return (
    <div>
      <Text
        ref={text}
        tabIndex={-1}
        fw={600}
        className={`sh-below-2 ${classes.stepText}`}
        {...(step > 1 && { 'data-page-focus': true })}
      >
        Schritt {step} von {STEPS.length}: {STEPS[step - 1]}
      </Text>
      <Progress value={(step / STEPS.length) * 100} aria-label={`Schritt ${step} von ${STEPS.length}`} />
    </div>
  )
}
