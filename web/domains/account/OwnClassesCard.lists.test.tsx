import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type AssignedClass, ClassAssignment } from './OwnClassesCard.tsx'

// jsdom has none; the kit asks it.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))

afterEach(cleanup)

let lastId = 0

const schoolclass = (grade: number, description: string): AssignedClass => ({
  id: ++lastId,
  description,
  classgradePlain: `${grade} ${description}`,
  schoolgrade: { grade },
})

const show = (responsible: readonly AssignedClass[], assigned: readonly AssignedClass[]) =>
  render(
    <MantineProvider env="test">
      <ClassAssignment responsible={responsible} assigned={assigned} />
    </MantineProvider>,
  )

const listed = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('classes stand by grade, then by description, each in its list', () => {
  const mine = [schoolclass(10, 'a'), schoolclass(2, 'Zebras'), schoolclass(2, 'Äpfel'), schoolclass(2, 'Birken')]
  show(mine, [schoolclass(3, 'b'), schoolclass(1, 'c')])
  expect(listed('Klassenleitung')).toEqual(['2 Äpfel', '2 Birken', '2 Zebras', '10 a'])
  expect(listed('folgenden Klassen zugeordnet')).toEqual(['1 c', '3 b'])
  expect(screen.queryByText('Ihnen ist noch keine Klasse zugeordnet.')).toBeNull()
})

test('who has no class at all reads so once; an empty list beside a full one says so, too', () => {
  show([], [])
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.getAllByText('Ihnen ist noch keine Klasse zugeordnet.')).toHaveLength(1)
  cleanup()
  show([], [schoolclass(1, 'c')])
  expect(screen.getAllByText('keine')).toHaveLength(1)
  expect(screen.queryByText('Ihnen ist noch keine Klasse zugeordnet.')).toBeNull()
})
