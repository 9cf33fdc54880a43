"""Long work: cooperative pieces, jobs, threads, memory."""
