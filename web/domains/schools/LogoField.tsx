import { Button, Group, Input, Title } from '@mantine/core'
import { ImageUp, Trash2 } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { LOGO_TYPES, type School } from '#contract/schools.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import classes from './LogoField.module.css'
import { useLogo } from './use-logo.ts'

const CHOOSE_ID = 'logo-choose'
const HINT_ID = 'logo-hint'
const ERROR_ID = 'logo-error'

/** The logo as it is stored; a file can be chosen or dropped. */
export const LogoField = ({ school: { id, name, logo } }: { school: School }) => {
  const { error, isRunning, take, remove } = useLogo(id, logo)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take([...event.dataTransfer.files])
  }
  const removeAndStay = async () => {
    await remove()
    // The pressed button is gone.
    focusField(CHOOSE_ID)
  }
  return (
    <div className={classes.field}>
      <Title order={3}>Logo</Title>
      <fieldset
        aria-label="Datei für das Logo"
        className={classes.box}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {logo ? (
          <img className={classes.logo} src={logo} alt={`Logo: ${name}`} />
        ) : (
          <p className={classes.none}>Noch kein Logo. Eine Datei wählen oder hierher ziehen.</p>
        )}
        <input
          ref={input}
          type="file"
          hidden
          data-testid="logo-file"
          accept={LOGO_TYPES.join(',')}
          onChange={(event) => {
            void take([...(event.currentTarget.files ?? [])])
            // The same file can be chosen once more.
            event.currentTarget.value = ''
          }}
        />
        <Group gap="xs">
          <ActionButton
            id={CHOOSE_ID}
            variant="default"
            isRunning={isRunning}
            leftSection={<ImageUp size={20} aria-hidden />}
            aria-describedby={error ? `${ERROR_ID} ${HINT_ID}` : HINT_ID}
            onClick={() => input.current?.click()}
          >
            {logo ? 'Anderes Logo wählen' : 'Logo wählen'}
          </ActionButton>
          {logo && (
            <Button
              variant="subtle"
              leftSection={<Trash2 size={20} aria-hidden />}
              onClick={() => void removeAndStay()}
            >
              Logo entfernen
            </Button>
          )}
        </Group>
      </fieldset>
      {error && (
        <Input.Error id={ERROR_ID} role="alert" mt={6}>
          {error}
        </Input.Error>
      )}
      <p id={HINT_ID} className={classes.hint}>
        PNG oder JPEG bis 500 kB. Das Logo steht auf dem öffentlichen Formular und auf dem Aushang.
      </p>
    </div>
  )
}
