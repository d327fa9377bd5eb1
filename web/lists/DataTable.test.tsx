import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { DataTable } from './DataTable.tsx'
import { tableState } from './table-state.ts'
import { useChosenIds } from './use-row-selection.ts'

let isPhone = false

// jsdom has neither; the kit asks both.
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: isPhone && media.includes('max-width'),
  addEventListener: () => {},
  removeEventListener: () => {},
}))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)

afterEach(() => {
  cleanup()
  isPhone = false
})

interface Shown {
  rows: readonly string[]
  total: number
  isFetching?: boolean
  isPaged?: boolean
}

const show = (query: string, list: Shown) => {
  const search = new URLSearchParams(query)
  const set = vi.fn()
  const state = tableState({ get: (key) => search.get(key) ?? undefined, set }, { sort: 'name', perPage: 10 })
  render(
    <MantineProvider env="test">
      <DataTable
        name="names"
        caption="Namen"
        columns={[
          { key: 'name', title: 'Name', render: (name: string) => name },
          { key: 'short', title: 'Kurz', inCard: 'only', render: (name: string) => name.slice(0, 1) },
          { key: 'length', title: 'Länge', inCard: 'none', render: (name: string) => name.length },
        ]}
        rowKey={(name) => name}
        state={state}
        isFetching={false}
        {...list}
        empty="Noch keine Namen."
      />
    </MantineProvider>,
  )
  return { set }
}

test('a page past the end leads to the last page and does not claim that there is nothing', () => {
  const { set } = show('page=5', { rows: [], total: 31 })
  expect(set).toHaveBeenCalledExactlyOnceWith({ page: '4' })
  expect(screen.queryByText('Noch keine Namen.')).toBeNull()
})

test('the last row of the second page deleted, the first page is what is left', () => {
  expect(show('page=2', { rows: [], total: 10 }).set).toHaveBeenCalledExactlyOnceWith({ page: undefined })
})

test('while another page is on its way nothing moves and nothing is claimed', () => {
  const { set } = show('page=5', { rows: [], total: 31, isFetching: true })
  expect(set).not.toHaveBeenCalled()
  expect(screen.queryByText('Noch keine Namen.')).toBeNull()
})

test('without a single row it says so', () => {
  expect(show('', { rows: [], total: 0 }).set).not.toHaveBeenCalled()
  expect(screen.getByText('Noch keine Namen.')).toBeTruthy()
})

test('a table without paging has no pager', () => {
  show('', { rows: ['Ada'], total: 1 })
  expect(screen.getByLabelText('Zeilen pro Seite')).toBeTruthy()
  cleanup()
  show('', { rows: ['Ada'], total: 1, isPaged: false })
  expect(screen.getByText('Ada')).toBeTruthy()
  expect(screen.queryByLabelText('Zeilen pro Seite')).toBeNull()
})

test('paper says which rows are printed where others are on further pages, and nothing where all are there', () => {
  show('', { rows: ['Ada'], total: 31 })
  expect(screen.getByText('1–10 von 31').closest('.sh-screen-only')).toBeNull()
  cleanup()
  show('', { rows: ['Ada'], total: 1 })
  expect(screen.getByText('1–1 von 1').closest('.sh-screen-only')).not.toBeNull()
})

test('what is only for cards or only for tables stands nowhere else', () => {
  show('', { rows: ['Ada'], total: 1 })
  expect(screen.getByText('Länge')).toBeTruthy()
  expect(screen.queryByText('Kurz')).toBeNull()
  cleanup()
  isPhone = true
  show('', { rows: ['Ada'], total: 1 })
  expect(screen.getByText('Kurz')).toBeTruthy()
  expect(screen.queryByText('Länge')).toBeNull()
})

test('keys go from row to row also where no row is a link', async () => {
  const keys = userEvent.setup()
  show('', { rows: ['Ada', 'Bea', 'Cem'], total: 3 })
  const focused = () => document.activeElement?.querySelector('th')?.textContent
  await keys.keyboard('j')
  expect(focused()).toBe('Ada')
  await keys.keyboard('j{ArrowDown}')
  expect(focused()).toBe('Cem')
  await keys.keyboard('j')
  expect(focused()).toBe('Cem')
  await keys.keyboard('k{ArrowUp}k')
  expect(focused()).toBe('Ada')
})

interface Person {
  id: number
  name: string
}
const PEOPLE: Person[] = ['Ada', 'Bea', 'Cem', 'Dag', 'Eva'].map((name, index) => ({ id: 90 - index, name }))

const ChoosableTable = ({ rows }: { rows: Person[] }) => {
  const { isChosen, onChoose } = useChosenIds()
  return (
    <DataTable
      name="people"
      caption="Namen"
      columns={[{ key: 'name', title: 'Name', render: ({ name }) => name }]}
      rowKey={({ id }) => id}
      selection={{ isChosen, onChoose, nameOf: ({ name }) => name }}
      state={tableState({ get: () => undefined, set: () => {} }, { sort: 'name', perPage: 0 })}
      isFetching={false}
      rows={rows}
      total={rows.length}
      empty=""
    />
  )
}

const choosable = (rows = PEOPLE) => (
  <MantineProvider env="test">
    <ChoosableTable rows={rows} />
  </MantineProvider>
)
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `${name} auswählen` })
const chosen = () => PEOPLE.filter(({ name }) => box(name).checked).map(({ name }) => name)

test('with Shift a press chooses all rows from the last one on, in the order they are shown in', async () => {
  const user = userEvent.setup()
  const { rerender } = render(choosable())
  await user.click(box('Bea'))
  await user.keyboard('{Shift>}')
  await user.click(box('Dag'))
  expect(chosen()).toEqual(['Bea', 'Cem', 'Dag'])
  await user.keyboard('{/Shift}')
  await user.click(box('Cem'))
  await user.keyboard('{Shift>}')
  await user.click(box('Bea'))
  expect(chosen()).toEqual(['Dag'])
  await user.keyboard('{/Shift}')
  // Sorted the other way, other rows lie between.
  const [ada, bea, cem, dag, eva] = PEOPLE as [Person, Person, Person, Person, Person]
  rerender(choosable([cem, ada, eva, bea, dag]))
  await user.click(box('Ada'))
  await user.keyboard('{Shift>}')
  await user.click(box('Bea'))
  await user.keyboard('{/Shift}')
  expect(chosen()).toEqual(['Ada', 'Bea', 'Dag', 'Eva'])
})

test('with Shift a press changes one row where no other was pressed before, or its row is not shown any more', async () => {
  const user = userEvent.setup()
  const { rerender } = render(choosable())
  await user.keyboard('{Shift>}')
  await user.click(box('Cem'))
  expect(chosen()).toEqual(['Cem'])
  rerender(choosable(PEOPLE.slice(3)))
  await user.click(box('Eva'))
  await user.keyboard('{/Shift}')
  rerender(choosable())
  expect(chosen()).toEqual(['Cem', 'Eva'])
})

test('ranges are chosen by keys alone: Shift and Space, Shift and x, Shift and arrows', async () => {
  const user = userEvent.setup()
  render(choosable())
  box('Ada').focus()
  await user.keyboard(' {ArrowDown}{ArrowDown}{Shift>} {/Shift}')
  expect(chosen()).toEqual(['Ada', 'Bea', 'Cem'])
  await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
  expect(document.activeElement).toBe(box('Eva'))
  expect(chosen()).toEqual(['Ada', 'Bea', 'Cem', 'Dag', 'Eva'])
  await user.keyboard('x{ArrowUp}{ArrowUp}{Shift>}x{/Shift}')
  expect(chosen()).toEqual(['Ada', 'Bea'])
})

test('on a phone a press on a card changes that one only', async () => {
  isPhone = true
  const user = userEvent.setup()
  render(choosable())
  await user.click(box('Ada'))
  await user.keyboard('{Shift>}')
  await user.click(box('Cem'))
  await user.keyboard('{/Shift}')
  expect(chosen()).toEqual(['Ada', 'Cem'])
})
