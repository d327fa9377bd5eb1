import { beforeEach, expect, test } from 'vitest'
import { forgetOthers, inputPlace, preserveTyped } from './preserved-input.ts'

const BERG = 1
const VOGT = 2
const PATH = '/app/admin/bewerbungen/neu'

beforeEach(() => {
  preserveTyped()
  forgetOthers(0)
})

test('what was typed when the session ended is there for the same person on the same page', () => {
  inputPlace<string>(BERG, PATH).remember('Mia')
  expect(inputPlace(BERG, PATH).preserved).toBeUndefined()
  preserveTyped()
  expect(inputPlace(BERG, PATH).preserved).toBe('Mia')
  expect(inputPlace(BERG, '/app/einrichtung').preserved).toBeUndefined()
  expect(inputPlace(VOGT, PATH).preserved).toBeUndefined()
})

test('a second refusal of the same session takes nothing back', () => {
  inputPlace<string>(BERG, PATH).remember('Mia')
  preserveTyped()
  preserveTyped()
  expect(inputPlace(BERG, PATH).preserved).toBe('Mia')
})

test('what was saved or given up is not kept', () => {
  const place = inputPlace<string>(BERG, PATH)
  place.remember('Mia')
  place.remember(undefined)
  preserveTyped()
  expect(inputPlace(BERG, PATH).preserved).toBeUndefined()
})

test('it is given once, and another person takes it from nobody', () => {
  inputPlace<string>(BERG, PATH).remember('Mia')
  preserveTyped()
  inputPlace(BERG, PATH).take()
  expect(inputPlace(BERG, PATH).preserved).toBeUndefined()

  inputPlace<string>(BERG, PATH).remember('Mia')
  preserveTyped()
  forgetOthers(BERG)
  expect(inputPlace(BERG, PATH).preserved).toBe('Mia')
  forgetOthers(VOGT)
  expect(inputPlace(BERG, PATH).preserved).toBeUndefined()
})
