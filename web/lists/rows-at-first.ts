import { useState } from 'react'
import { OTHER_ROWS, PUPIL_ROWS } from './table-state.ts'

/** Spec §9: where a window is no higher than usual, and nobody has chosen otherwise. */
const USUAL_ROWS = 10
const ROW_PX = 44
/** Top bar, title, filters, head and pager of a list. */
const AROUND_PX = 388

/** The most rows that fit into the window without scrolling; never fewer than usual. */
export const rowsThatFit = (options: readonly number[], windowHeight: number) => {
  const room = Math.floor((windowHeight - AROUND_PX) / ROW_PX)
  return Math.max(USUAL_ROWS, ...options.filter((rows) => rows <= room))
}

const keyOf = (list: string) => `schulhof-rows-${list}`

const rememberedRows = (list: string, options: readonly number[]) => {
  const stored = localStorage.getItem(keyOf(list))
  return options.find((rows) => String(rows) === stored)
}

/** The next visit to the list begins with as many rows as were chosen last. */
export const rememberRows = (list: string, rows: number) => localStorage.setItem(keyOf(list), String(rows))

/** With how many rows a list begins: as chosen in this browser, otherwise as many as fit. */
export const rowsAtFirst = (list: string, options: readonly number[] = OTHER_ROWS) =>
  rememberedRows(list, options) ?? rowsThatFit(options, window.innerHeight)

/** The same for a page: somebody who resizes the window is not moved to another page of the list. */
export const useRowsAtFirst = (list: string) => useState(() => rowsAtFirst(list, PUPIL_ROWS))[0]
