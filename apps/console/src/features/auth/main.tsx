import './auth.css'
