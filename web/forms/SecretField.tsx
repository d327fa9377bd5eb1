import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

const CapsLockHint = () => (
  <span role="status" style={{ display: 'block' }}>
    Die Feststelltaste ist eingeschaltet.
  </span>
)

/** A password: can be shown, can be pasted, and says when the caps lock is on. */
export const SecretField = ({ description, ...input }: PasswordInputProps) => {
  const [isCapsLockOn, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const hints = isCapsLockOn ? (
    <>
      {description}
      <CapsLockHint />
    </>
  ) : (
    description
  )
  return (
    <PasswordInput
      {...input}
      // The kit says so for all other fields, but not for this one.
      aria-invalid={input.error ? true : undefined}
      description={hints}
      onKeyDown={look}
      onKeyUp={look}
      visibilityToggleButtonProps={{
        'aria-label': 'Passwort anzeigen',
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  )
}
