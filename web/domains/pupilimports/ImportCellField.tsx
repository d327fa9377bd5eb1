import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { IMPORT_LABELS, type ImportField } from '#contract/pupilimports/pupilimports.columns.ts'
import { IMPORT_CELL, type ImportRow } from '#contract/pupilimports/pupilimports.ts'
import classes from './pupilimports.module.css'

/** Ways between the cells of the table of rows: buttons, and the input of the one that is being typed in. */

const CELL = '[data-import-cell]'

const cellId = (line: number, field: ImportField) => `zelle-${line}-${field}`

/** Brings a cell into sight, however far to the right it stands. */
export const goToCell = (line: number, field: ImportField) => {
  const cell = document.getElementById(cellId(line, field))
  cell?.scrollIntoView({ block: 'nearest', inline: 'center' })
  cell?.focus({ preventScroll: true })
}

const cellsOf = (row: Element | null) => [...(row?.querySelectorAll<HTMLElement>(CELL) ?? [])]

const besideIt = (element: Element, by: number) => {
  const place = element.closest('[data-import-place]')
  const cells = cellsOf(element.closest('tr, li'))
  const at = cells.findIndex((cell) => cell.closest('[data-import-place]') === place)
  return at < 0 ? undefined : cells[at + by]
}

const aboveOrBelow = (element: HTMLElement, by: number) => {
  const row = element.closest('tr')
  const other = by > 0 ? row?.nextElementSibling : row?.previousElementSibling
  return cellsOf(other ?? null)[cellsOf(row).indexOf(element)]
}

/** The cell after or before the one with this element in it, in the same row. */
const nextCell = (element: HTMLElement, isBack: boolean) => besideIt(element, isBack ? -1 : 1)

const ARROWS: Record<string, (element: HTMLElement) => HTMLElement | undefined> = {
  ArrowRight: (element) => besideIt(element, 1),
  ArrowLeft: (element) => besideIt(element, -1),
  ArrowDown: (element) => aboveOrBelow(element, 1),
  ArrowUp: (element) => aboveOrBelow(element, -1),
}

/** Where an arrow key leads from a cell; undefined for other keys and at the edge. */
const cellByArrow = (key: string, element: HTMLElement) => ARROWS[key]?.(element)

const EMPTY = 'leer'

interface CellProps {
  row: ImportRow
  field: ImportField
  /** Tab reaches this cell of the row even when it has no error. */
  isFirst: boolean
  /** Answers whether it was kept. */
  onSave: (line: number, cells: ImportRow['cells']) => Promise<boolean>
}

/** What will be stored, below it what stands in the file where that is something else; and what it would replace. */
const CellText = ({ row, field }: Pick<CellProps, 'row' | 'field'>) => {
  const typed = row.cells[field] ?? ''
  const text = row.read[field] ?? typed
  const change = row.changes.find((one) => one.field === field)
  if (!change) {
    return (
      <>
        {text || <span className="sh-quiet">{EMPTY}</span>}{' '}
        {typed && typed !== text && <span className="sh-quiet sh-small sh-block">Datei: {typed}</span>}
      </>
    )
  }
  return (
    <>
      <s className="sh-quiet">{change.from ?? EMPTY}</s> → {change.to ?? text}
    </>
  )
}

const nameOf = ({ line, cells, read, changes }: ImportRow, field: ImportField) => {
  const change = changes.find((one) => one.field === field)
  const typed = cells[field]
  const isOther = typed && read[field] && typed !== read[field]
  const text = `${read[field] || typed || EMPTY}${isOther ? ` Datei: ${typed}` : ''}`
  const value = change ? `${change.from ?? EMPTY} → ${change.to ?? text}` : text
  return `Zeile ${line}, ${IMPORT_LABELS[field]}: ${value}`
}

const useCell = ({ row, field, onSave }: CellProps) => {
  const text = row.cells[field] ?? ''
  /** Undefined: nobody is typing. */
  const [draft, setDraft] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const wantsFocus = useRef(false)
  const isOver = useRef(false)
  const isOpen = draft !== undefined
  useLayoutEffect(() => {
    if (isOpen) {
      isOver.current = false
      // What somebody began to type is gone on with, else the old text is replaced.
      const length = input.current?.value.length ?? 0
      input.current?.focus()
      input.current?.setSelectionRange(input.current.value === text ? 0 : length, length)
    } else if (wantsFocus.current) button.current?.focus()
    wantsFocus.current = false
  }, [isOpen, text])

  const close = (staysHere: boolean) => {
    isOver.current = true
    wantsFocus.current = staysHere
    setDraft(undefined)
  }
  const save = async (staysHere: boolean) => {
    // Closing takes the focus away, which would save a second time.
    if (draft === undefined || isOver.current) return
    const typed = draft.trim()
    close(staysHere)
    if (typed === text.trim()) return
    setSaving(true)
    const isPreserved = await onSave(row.line, { [field]: typed })
    setSaving(false)
    // What was typed is not lost with the connection.
    if (!isPreserved) setDraft(draft)
  }
  return { text, draft, setDraft, isSaving, button, input, close, save }
}

/**
 * Works as in spreadsheets: F2 opens the cell with its content, a typed character replaces it. Undefined: the key does
 * something else.
 */
const openedBy = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, text: string) => {
  if (key === 'F2') return text
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey ? key : undefined
}

/** A cell that is corrected in place: Enter opens and keeps, Tab keeps and goes on, Escape leaves it as it was (ux §3.13). */
export const ImportCellField = (props: CellProps) => {
  const { row, field, isFirst } = props
  const { text, draft, setDraft, isSaving, button, input, close, save } = useCell(props)
  const messageId = useId()
  const message = row.problems.find((one) => one.field === field)?.message
  const isEmpty = !text && !row.read[field] && message === undefined
  const described = message ? { 'aria-describedby': messageId } : {}

  const typeKey = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.key === 'Enter') void save(true)
    else if (event.key === 'Escape') close(true)
    else if (event.key === 'Tab') {
      const next = nextCell(event.currentTarget, event.shiftKey)
      if (!next) return
      next.focus()
    } else return
    event.preventDefault()
  }
  const cellKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next = cellByArrow(event.key, event.currentTarget)
    const opened = openedBy(event, text)
    if (opened !== undefined) setDraft(opened)
    else if (!next) return
    event.preventDefault()
    event.stopPropagation()
    next?.focus()
  }
  return (
    <span className={`sh-stack sh-shrinks ${classes.place}`} data-import-place>
      {draft === undefined ? (
        <button
          ref={button}
          type="button"
          id={cellId(row.line, field)}
          data-import-cell
          data-empty={isEmpty}
          className={`sh-bare ${classes.cell}`}
          data-wrong={message !== undefined}
          aria-busy={isSaving}
          aria-label={nameOf(row, field)}
          tabIndex={message !== undefined || isFirst ? 0 : -1}
          onClick={() => setDraft(text)}
          onKeyDown={cellKey}
          {...described}
        >
          <CellText row={row} field={field} />
        </button>
      ) : (
        <input
          ref={input}
          data-import-cell
          className={classes.input}
          aria-label={`Zeile ${row.line}, ${IMPORT_LABELS[field]}`}
          aria-invalid={message !== undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={IMPORT_CELL}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={typeKey}
          onBlur={() => void save(false)}
          {...described}
        />
      )}
      {message && (
        <span id={messageId} className={`sh-small sh-bad sh-wraps ${classes.message}`}>
          {message}
        </span>
      )}
    </span>
  )
}
