import { type KeyboardEvent, useState } from 'react'
import { inputAria, NativeField, type NativeFieldProps } from './NativeField.tsx'
import classes from './native-fields.module.css'
import secret from './native-secret.module.css'

export interface NativeSecretFieldProps extends NativeFieldProps {
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
}

/** An eye, and a line through it while the password is shown. */
const Eye = ({ isShown }: { isShown: boolean }) => (
  <svg className={secret.eye} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7Z" />
    <circle cx="12" cy="12" r="3" />
    {isShown && <path d="m4 4 16 16" />}
  </svg>
)

/** A password field: it can show the password, allows pasting, and warns about caps lock. */
export const NativeSecretField = ({ value, onChange, autoComplete, ...rest }: NativeSecretFieldProps) => {
  const [isShown, setShown] = useState(false)
  const [isCapsLockOn, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const { label, hint, error, advice: _, isOptional: __, ...input } = rest
  const capsLock = isCapsLockOn ? 'Die Feststelltaste ist eingeschaltet.' : undefined
  return (
    <NativeField {...{ id: rest.id, label, hint, error, advice: capsLock }}>
      <div className={secret.line}>
        <input
          {...input}
          className={`${classes.input} ${secret.input}`}
          type={isShown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={look}
          onKeyUp={look}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          {...inputAria({ ...rest, isOptional: false })}
        />
        <button
          type="button"
          className={secret.button}
          aria-label="Passwort anzeigen"
          aria-pressed={isShown}
          // The field keeps the focus, so that typing can continue.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
        >
          <Eye isShown={isShown} />
        </button>
      </div>
    </NativeField>
  )
}
