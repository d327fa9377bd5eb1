import { Group } from '@mantine/core'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './forms.module.css'

interface FileFieldProps {
  /** Also the id of the button. */
  id: string
  /** What the file is, for screen readers. */
  label: string
  accept: readonly string[]
  /** Why the files were not taken, in the words of spec §5. */
  errors: readonly string[]
  hint: ReactNode
  button: { text: string; icon: ReactNode; isRunning: boolean }
  onTake: (files: readonly File[]) => void
  /** The page is about this file: room to drop it, and the page's first button. */
  isMain?: boolean
  /** Several can be chosen at once. */
  isSeveral?: boolean
  /** Further buttons. */
  extra?: ReactNode
  /** The text beside the buttons: what there is, or what to do. */
  children: ReactNode
}

/** A file is dropped or chosen; what is said of it stands below. */
export const FileField = (props: FileFieldProps) => {
  const { id, label, accept, errors, hint, button, onTake, isMain, isSeveral, extra, children } = props
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onTake([...event.dataTransfer.files])
  }
  return (
    <>
      <fieldset
        aria-label={label}
        className={`sh-row sh-gap-4 ${classes.drop}`}
        data-main={isMain}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {children}
        <input
          ref={input}
          type="file"
          hidden
          multiple={isSeveral}
          data-testid={`${id}-file`}
          accept={accept.join(',')}
          onChange={(event) => {
            onTake([...(event.currentTarget.files ?? [])])
            // The same file, mended, can be chosen once more.
            event.currentTarget.value = ''
          }}
        />
        <Group gap="xs">
          <ActionButton
            id={id}
            {...(isMain ? {} : { variant: 'default' })}
            isRunning={button.isRunning}
            leftSection={button.icon}
            aria-describedby={`${id}-error ${id}-hint`}
            onClick={() => input.current?.click()}
          >
            {button.text}
          </ActionButton>
          {extra}
        </Group>
      </fieldset>
      <div id={`${id}-error`} role="alert" className={classes.refusals}>
        {errors.map((error) => (
          <p key={error} className="sh-flush">
            {error}
          </p>
        ))}
      </div>
      <div id={`${id}-hint`} className={`sh-quiet sh-small sh-measure sh-flush sh-above-3 ${classes.hint}`}>
        {hint}
      </div>
    </>
  )
}
