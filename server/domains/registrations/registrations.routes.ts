import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'

export function registrationRoutes(_routes: Routes, _platform: Platform) {}
