import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

/** A password: can be shown, can be pasted, and says when the caps lock is on. */
export const SecretField = ({ description, ...input }: PasswordInputProps) => {
  const [isCapsLockOn, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      {...input}
      description={isCapsLockOn ? <span role="status">Die Feststelltaste ist eingeschaltet.</span> : description}
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
