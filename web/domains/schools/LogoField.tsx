import { Button, Title } from '@mantine/core'
import { ImageUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FILE_MESSAGES } from '#contract/formats.ts'
import {
  LOGO_BYTES,
  LOGO_LIMIT,
  LOGO_TYPES,
  SCHOOL_TEXTS,
  type School,
  schoolEndpoints,
} from '#contract/schools/schools.ts'
import { useCall } from '#web/api/queries.ts'
import { FileField } from '#web/forms/FileField.tsx'
import { fixedTooLargeText } from '#web/forms/file-size.ts'
import { notify } from '#web/shell/notify.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import classes from './schools.module.css'

/** What is wrong with the chosen files before anything is sent, in the words of spec §5. */
export const logoRefusal = (files: readonly Pick<File, 'name' | 'type' | 'size'>[]) => {
  const [file] = files
  if (files.length > 1) return FILE_MESSAGES.count(1)
  if (file?.size === 0) return SCHOOL_TEXTS.logoEmpty
  if (!file || !(LOGO_TYPES as readonly string[]).includes(file.type)) return FILE_MESSAGES.type
  return file.size > LOGO_BYTES ? fixedTooLargeText(file, LOGO_LIMIT) : undefined
}

/** The base64 of a data address. */
export const contentOf = (address: string) => address.slice(address.indexOf(',') + 1)

const readAsAddress = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** Sets and removes the logo at once; each can be taken back for a moment (ux §2). */
const useLogo = (id: number, logo: string | null) => {
  const [error, setError] = useState<string>()
  const options = {
    invalidates: [schoolEndpoints.get],
    onFieldErrors: (errors: Record<string, string>) => setError(Object.values(errors)[0]),
  }
  const save = useCall(schoolEndpoints.saveLogo, options)
  const remove = useCall(schoolEndpoints.removeLogo, options)
  const params = { id }

  const put = (address: string) => save.run({ params, body: { content: contentOf(address) } })
  const undo = async () => {
    const reply = await (logo === null ? remove.run({ params }) : put(logo))
    if (reply) notify(reply.message)
  }
  const told = (reply: { message: string } | undefined) =>
    reply && notify(reply.message, { undo, about: `school ${id} logo` })
  return {
    error,
    isRunning: save.isRunning || remove.isRunning,
    take: async (files: readonly File[]) => {
      const refusal = logoRefusal(files)
      setError(refusal)
      const [file] = files
      if (refusal || !file) return
      const address = await readAsAddress(file).catch(() => undefined)
      if (address) await told(await put(address))
      else setError(SCHOOL_TEXTS.logoUnreadable)
    },
    remove: async () => {
      setError(undefined)
      await told(await remove.run({ params }))
    },
  }
}

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
