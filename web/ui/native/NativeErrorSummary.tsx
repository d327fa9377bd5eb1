import classes from './native-notices.module.css'

interface NativeErrorSummaryProps {
  /** In the order of the page; `id` is that of the field. */
  errors: readonly { id: string; text: string }[]
}

/** Puts the focus into a field and the field where it can be seen. */
export const focusField = (id: string) => {
  const field = document.getElementById(id)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/** All refused fields on top of a step; each line leads to its field (ux §2). */
export const NativeErrorSummary = ({ errors }: NativeErrorSummaryProps) => (
  <div role="alert">
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
                  // The address keeps no hash: it would be a step in the browser's history.
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
