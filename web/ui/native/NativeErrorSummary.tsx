import { useEffect, useRef } from 'react'
import { focusField } from '#web/ui/focus-field.ts'
import classes from './native.module.css'

interface NativeErrorSummaryProps {
  /** In the order of the page; `id` is the id of the field. */
  errors: readonly { id: string; text: string }[]
  /** Counts refused submits: the summary takes the focus with each, but not while fields are being corrected. */
  attempt?: number
}

/** All refused fields on top of a step; each line leads to its field (ux §2). */
export const NativeErrorSummary = ({ errors, attempt }: NativeErrorSummaryProps) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt) box.current?.focus()
  }, [attempt])
  return (
    <div role="alert" ref={box} tabIndex={attempt === undefined ? undefined : -1}>
      {errors.length > 0 && (
        <div className={`${classes.notice} ${classes.negative}`}>
          <h2 className={classes.title}>
            {errors.length === 1 ? 'Bitte prüfen Sie 1 Angabe:' : `Bitte prüfen Sie ${errors.length} Angaben:`}
          </h2>
          <ul className={classes.list}>
            {errors.map(({ id, text }) => (
              <li key={id}>
                <a
                  className={classes.lead}
                  href={`#${id}`}
                  onClick={(event) => {
                    // The hash stays out of the address: it would be a step in the browser's history.
                    event.preventDefault()
                    focusField(id)
                  }}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
