import { Button, Title } from '@mantine/core'
import { ImageUp, Trash2 } from 'lucide-react'
import { LOGO_TYPES, type School } from '#contract/schools/schools.ts'
import { FileField } from '#web/forms/FileField.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import classes from './schools.module.css'
import { useLogo } from './use-logo.ts'

const CHOOSE_ID = 'logo'

/** The logo as it is stored; a file can be chosen or dropped. */
export const LogoField = ({ school: { id, name, logo } }: { school: School }) => {
  const { error, isRunning, take, remove } = useLogo(id, logo)
  const removeAndStay = async () => {
    await remove()
    // The pressed button is gone.
    focusField(CHOOSE_ID)
  }
  return (
    <div className="sh-above-5">
      <Title order={3} mb="xs">
        Logo
      </Title>
      <FileField
        id={CHOOSE_ID}
        label="Datei für das Logo"
        accept={LOGO_TYPES}
        errors={error ? [error] : []}
        hint="PNG oder JPEG bis 500 kB. Das Logo steht auf dem öffentlichen Formular und auf dem Aushang."
        button={{
          text: logo ? 'Anderes Logo wählen' : 'Logo wählen',
          icon: <ImageUp size={20} aria-hidden />,
          isRunning,
        }}
        onTake={(files) => void take(files)}
        extra={
          logo && (
            <Button
              variant="subtle"
              leftSection={<Trash2 size={20} aria-hidden />}
              onClick={() => void removeAndStay()}
            >
              Logo entfernen
            </Button>
          )
        }
      >
        {logo ? (
          <img className={classes.logo} src={logo} alt={`Logo: ${name}`} />
        ) : (
          <p className={`sh-quiet sh-flush ${classes.none}`}>Noch kein Logo. Eine Datei wählen oder hierher ziehen.</p>
        )}
      </FileField>
    </div>
  )
}
