// Where drizzle-kit finds the tables; scripts/migrations.ts runs it.
import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'sqlite', schema: './src/*/tables.ts', out: './drizzle' })
